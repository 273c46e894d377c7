import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitParameters, fittedIntervals, robustLoss } from '../../../src/evidence/fit.ts'
import { testabilityOf } from '../../../src/evidence/testability.ts'
import { hardware, observe, parameterOf } from './known-offerings.ts'

const request = parameterOf(hardware, 'requestCpuUs')
const record = parameterOf(hardware, 'recordCpuUs')
const storage = parameterOf(hardware, 'storageEfficiency')

/** Records per second of one core, with `batch` records per request. */
const ratePerCore = (batch: number) => (read: (id: string) => number) =>
  1e6 / (read('recordCpuUs') + read('requestCpuUs') / batch)

/** The same with the true values: 180 us per request and 3 us per record. */
const trueRate = (batch: number) => 1e6 / (3 + 180 / batch)

const batches = [1, 4, 16, 64, 256]

describe('a fit', () => {
  it('recovers the values that generated the data from a distant start', () => {
    const data = batches.map((batch) => observe(`b${batch}`, trueRate(batch), ratePerCore(batch)))
    const { values, errors } = fitParameters(hardware, [request, record], data)
    expect(values[0]).toBeCloseTo(180, 3)
    expect(values[1]).toBeCloseTo(3, 5)
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(1e-6)
  })

  it('recovers values up to a factor of ten away, and gives the same result each time', () => {
    const factor = fc.double({ min: 0.1, max: 10, noNaN: true })
    fc.assert(
      fc.property(factor, factor, (one, other) => {
        const truth = (batch: number) => 1e6 / (2 * other + (100 * one) / batch)
        const data = batches.map((batch) => observe(`b${batch}`, truth(batch), ratePerCore(batch)))
        const fit = fitParameters(hardware, [request, record], data)
        expect(Math.max(...fit.errors.map(Math.abs))).toBeLessThan(1e-4)
        expect(fitParameters(hardware, [request, record], data).values).toEqual(fit.values)
      }),
      { numRuns: 50 },
    )
  })

  it('reaches the minimum between two figures that are far apart', () => {
    const apart = [100, 190].map((value) => observe(`at-${value}`, value, (read) => read('requestCpuUs')))
    for (const start of [40, 95, 130, 400]) {
      const { values } = fitParameters(request.with(start, hardware), [request], apart)
      expect(values[0]).toBeCloseTo(Math.sqrt(100 * 190), 1)
    }
  })

  it('does not change the model that it was given', () => {
    const before = structuredClone(hardware)
    fitParameters(hardware, [request], [observe('one', 5000, ratePerCore(1))])
    expect(hardware).toEqual(before)
  })

  it('never increases the loss, whatever the data are', () => {
    const value = fc.double({ min: 10, max: 1e7, noNaN: true })
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 5 }), (rates) => {
        const data = rates.map((rate, index) => observe(`p${index}`, rate, ratePerCore(batches[index] ?? 1)))
        const before = robustLoss(data.map((each) => Math.log(each.predict(hardware).likely / each.value)))
        const { errors, values } = fitParameters(hardware, [request, record], data)
        expect(robustLoss(errors)).toBeLessThanOrEqual(before)
        expect(values.every((each) => each > 0 && Number.isFinite(each))).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it('keeps a share at most 1 and other values within a factor of twenty of their start', () => {
    const asShare = observe('share', 5, (read) => read('storageEfficiency'))
    expect(fitParameters(hardware, [storage], [asShare]).values[0]).toBeCloseTo(1, 9)
    const asTime = observe('time', 1e6, (read) => read('requestCpuUs'))
    expect(fitParameters(hardware, [request], [asTime]).values[0]).toBeCloseTo(2000, 6)
  })

  it('is moved by a censored figure only if its prediction lies below the figure', () => {
    const bound = (value: number) => observe('bound', value, (read) => read('requestCpuUs'), true)
    expect(fitParameters(hardware, [request], [bound(80)]).values[0]).toBe(100)
    expect(fitParameters(hardware, [request], [bound(150)]).values[0]).toBeCloseTo(150, 2)
  })

  it('does not change a parameter that no figure depends on, nor one of zero', () => {
    const fetch = parameterOf(hardware, 'replicaFetchCpuUs')
    const idle = parameterOf(hardware, 'idleCores')
    const data = [observe('time', 150, (read) => read('requestCpuUs'))]
    const { values } = fitParameters(hardware, [request, fetch, idle], data)
    expect(values[0]).toBeCloseTo(150, 3)
    expect(values.slice(1)).toEqual([fetch.value, 0])
  })
})

describe('the interval of a fitted value', () => {
  const asTime = (id: string, value: number) => observe(id, value, (read) => read('requestCpuUs'))

  it('equals the interval of a mean if all figures depend on one parameter alone', () => {
    // Logarithms -0.1, 0, 0.1: mean 0, standard deviation 0.1, standard error 0.1 / sqrt(3), t(2) = 4.303.
    const data = [asTime('a', 100 * Math.exp(-0.1)), asTime('b', 100), asTime('c', 100 * Math.exp(0.1))]
    const fit = fitParameters(hardware, [request], data)
    const reach = (4.303 * 0.1) / Math.sqrt(3)
    const [interval] = fittedIntervals(fit)
    expect(fit.values[0]).toBeCloseTo(100, 4)
    expect(interval?.low).toBeCloseTo(100 * Math.exp(-reach), 3)
    expect(interval?.high).toBeCloseTo(100 * Math.exp(reach), 3)
  })

  it('is never narrower than an error of 1 % per figure implies, however well the figures agree', () => {
    const [interval] = fittedIntervals(fitParameters(hardware, [request], [asTime('a', 100), asTime('b', 100)]))
    expect((interval?.high ?? 0) / 100 - 1).toBeGreaterThan(0.05)
  })

  it('is null with no more figures than parameters, or if the data cannot separate two parameters', () => {
    expect(fittedIntervals(fitParameters(hardware, [request], [asTime('a', 90)]))).toEqual([null])
    const product = (id: string) => observe(id, 200, (read) => read('requestCpuUs') * read('recordCpuUs'))
    const fit = fitParameters(hardware, [request, record], [product('a'), product('b'), product('c')])
    expect(fittedIntervals(fit)).toEqual([null, null])
  })
})

describe('the testability of a model', () => {
  const data = batches.map((batch) => observe(`b${batch}`, trueRate(batch), ratePerCore(batch)))

  it('is given with two figures per parameter', () => {
    const { tested, identified, isSaturated } = testabilityOf(hardware, [request, record, storage], data)
    expect([tested.length, identified.map(({ id }) => id), isSaturated]).toEqual([
      5,
      ['requestCpuUs', 'recordCpuUs'],
      false,
    ])
  })

  it('is saturated with fewer than two figures per parameter', () => {
    expect(testabilityOf(hardware, [request, record], data.slice(1, 4)).isSaturated).toBe(true)
  })

  it('names the figure that alone identifies a parameter, and does not count it as a test', () => {
    const disk = observe('disk', 0.7, (read) => read('storageEfficiency'))
    const { tested, alone } = testabilityOf(hardware, [request, record, storage], [...data, disk])
    expect([...alone]).toEqual([['disk', ['storageEfficiency']]])
    expect(tested.map(({ id }) => id)).not.toContain('disk')
  })
})
