import { describe, expect, it } from 'vitest'
import { publishedObservations } from '../../../src/evidence/published-observations.ts'
import { refit } from '../../../src/evidence/refit.ts'
import { dedicated } from '../capacity/known-files.ts'
import { hardware, observe, parameterOf } from './known-offerings.ts'

const request = parameterOf(hardware, 'requestCpuUs')
const storage = parameterOf(hardware, 'storageEfficiency')
const wait = parameterOf(hardware, 'replicaFetchCpuUs')

const asRequest = (id: string, value: number) => observe(id, value, (read) => read('requestCpuUs'))
const judged = asRequest('judged', 100)

describe('a model fitted again without a figure', () => {
  it('is the same wherever the model stood that had seen it', () => {
    const others = [asRequest('a', 200), asRequest('b', 210)]
    const [here, there] = [100, 800].map((value) => refit(request.with(value, hardware), [request], others)(judged))
    expect(here?.predicted?.likely).toBeCloseTo(there?.predicted?.likely ?? Number.NaN, 2)
    expect(here?.notIdentified).toEqual([])
  })

  it('finds the deeper of two valleys, though the model stands in the other', () => {
    // 103 at best around 98 us, where the model stands, and 100 at 60 us.
    const twoValleys = (read: (id: string) => number) => {
      const value = read('requestCpuUs')
      return value > 80 ? 103 + Math.abs(value - 98) : 100 + Math.abs(value - 60)
    }
    const data = [observe('x', 100, twoValleys), observe('y', 100, twoValleys)]
    const outcome = refit(request.with(98, hardware), [request], data)(judged)
    expect(outcome.predicted?.likely).toBeCloseTo(60, 0)
  })

  it('names the parameter that the other figures do not hold, instead of a prediction', () => {
    const both = observe('judged', 100, (read) => read('requestCpuUs') * read('storageEfficiency'))
    const others = [asRequest('a', 200), asRequest('b', 200)]
    const outcome = refit(hardware, [request, storage], others)(both)
    expect(outcome).toEqual({ predicted: null, notIdentified: ['storageEfficiency'] })
  })

  it('does not care for an open parameter that the figure does not follow', () => {
    const outcome = refit(hardware, [request, storage], [asRequest('a', 200), asRequest('b', 200)])(judged)
    expect(outcome.notIdentified).toEqual([])
    expect(outcome.predicted?.likely).toBeCloseTo(200, 2)
  })

  it('is open where two parameters are told together alone', () => {
    const product = (id: string, value: number) =>
      observe(id, value, (read) => read('requestCpuUs') * read('replicaFetchCpuUs'))
    const outcome = refit(hardware, [request, wait], [product('a', 5000), product('b', 5000)])(judged)
    expect(outcome.notIdentified).toEqual(['requestCpuUs'])
  })

  it('is open where a lower bound alone holds a parameter from below', () => {
    const bound = observe('bound', 150, (read) => read('requestCpuUs'), true)
    expect(refit(hardware, [request], [bound])(judged).notIdentified).toEqual(['requestCpuUs'])
  })

  it('says nothing of Confluent’s bursts without the white paper that tells them', () => {
    const burst = parameterOf(dedicated, 'burst.2020-04')
    const figure = publishedObservations(dedicated).find(({ id }) => id === 'white-paper-2020-gcp')
    if (figure === undefined) throw new Error('the white paper’s figure is gone')
    expect(refit(dedicated, [burst], [])(figure)).toEqual({ predicted: null, notIdentified: ['burst.2020-04'] })
  })

  it('is open where the figures hardly follow a parameter, though every start ends at the same value', () => {
    const hardly = (id: string) => observe(id, 100, (read) => 100 * (read('requestCpuUs') / 80) ** 0.01)
    const outcome = refit(hardware, [request], [hardly('a'), hardly('b')])(judged)
    expect(outcome).toEqual({ predicted: null, notIdentified: ['requestCpuUs'] })
  })
})
