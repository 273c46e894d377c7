import { describe, expect, it } from 'vitest'
import { publishedObservations } from '../../../src/evidence/published-observations.ts'
import { refit } from '../../../src/evidence/refit.ts'
import { dedicated } from '../capacity/known-files.ts'
import { hardware, observe, parameterOf } from './known-offerings.ts'

const request = parameterOf(hardware, 'requestCpuUs')
const storage = parameterOf(hardware, 'storageEfficiency')
const wait = parameterOf(hardware, 'replicaFetchCpuUs')

const asRequest = (id: string, value: number) => observe(id, value, (read) => read('requestCpuUs'))
const heldOut = asRequest('heldOut', 100)

describe('a hold-out prediction', () => {
  it('does not depend on the values that the model had before the fit', () => {
    const others = [asRequest('a', 200), asRequest('b', 210)]
    const [here, there] = [100, 800].map((value) => refit(request.with(value, hardware), [request], others)(heldOut))
    expect(here?.predicted?.likely).toBeCloseTo(there?.predicted?.likely ?? Number.NaN, 2)
    expect(here?.notIdentified).toEqual([])
  })

  it('finds the lower of two local minima, although the model starts in the other', () => {
    // Near the start, 98 us, the lowest value is 103; at 60 us it is 100, the measured value.
    const twoMinima = (read: (id: string) => number) => {
      const value = read('requestCpuUs')
      return value > 80 ? 103 + Math.abs(value - 98) : 100 + Math.abs(value - 60)
    }
    const data = [observe('x', 100, twoMinima), observe('y', 100, twoMinima)]
    const outcome = refit(request.with(98, hardware), [request], data)(heldOut)
    expect(outcome.predicted?.likely).toBeCloseTo(60, 0)
  })

  it('is replaced by the id of a parameter that the other figures do not identify', () => {
    const both = observe('heldOut', 100, (read) => read('requestCpuUs') * read('storageEfficiency'))
    const others = [asRequest('a', 200), asRequest('b', 200)]
    const outcome = refit(hardware, [request, storage], others)(both)
    expect(outcome).toEqual({ predicted: null, notIdentified: ['storageEfficiency'] })
  })

  it('ignores a parameter that is not identified if the held-out figure does not depend on it', () => {
    const outcome = refit(hardware, [request, storage], [asRequest('a', 200), asRequest('b', 200)])(heldOut)
    expect(outcome.notIdentified).toEqual([])
    expect(outcome.predicted?.likely).toBeCloseTo(200, 2)
  })

  it('is not identified if the other figures determine only the product of two parameters', () => {
    const product = (id: string, value: number) =>
      observe(id, value, (read) => read('requestCpuUs') * read('replicaFetchCpuUs'))
    const outcome = refit(hardware, [request, wait], [product('a', 5000), product('b', 5000)])(heldOut)
    expect(outcome.notIdentified).toEqual(['requestCpuUs'])
  })

  it('is not identified if a lower bound is all that restricts a parameter', () => {
    const bound = observe('bound', 150, (read) => read('requestCpuUs'), true)
    expect(refit(hardware, [request], [bound])(heldOut).notIdentified).toEqual(['requestCpuUs'])
  })

  it('cannot be made for Confluent’s bursts without the white paper that they come from', () => {
    const burst = parameterOf(dedicated, 'burst.2020-04')
    const figure = publishedObservations(dedicated).find(({ id }) => id === 'white-paper-2020-gcp')
    if (figure === undefined) throw new Error('the white paper’s figure is gone')
    expect(refit(dedicated, [burst], [])(figure)).toEqual({ predicted: null, notIdentified: ['burst.2020-04'] })
  })

  it('is not identified if the figures hardly depend on a parameter, although all starts end at one value', () => {
    const hardly = (id: string) => observe(id, 100, (read) => 100 * (read('requestCpuUs') / 80) ** 0.01)
    const outcome = refit(hardware, [request], [hardly('a'), hardly('b')])(heldOut)
    expect(outcome).toEqual({ predicted: null, notIdentified: ['requestCpuUs'] })
  })
})
