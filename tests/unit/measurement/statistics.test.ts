import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchMeansInterval, lagOneAutocorrelation, trendOf } from '../../../src/measurement/batch-means.ts'
import { studentT } from '../../../src/measurement/student-t.ts'

const rate = fc.double({ min: 0, max: 1e9, noNaN: true })

describe("Student's t", () => {
  it('has the values of the usual table', () => {
    expect(studentT('95 %', 7)).toBe(2.365)
    expect(studentT('99 %', 6)).toBe(3.707)
    expect(studentT('95 %', 60)).toBeCloseTo(2.0, 2)
    expect(studentT('99 %', 40)).toBeCloseTo(2.704, 2)
    expect(studentT('95 %', 1_000_000)).toBeCloseTo(1.96, 3)
    expect(studentT('95 %', 0)).toBe(Number.POSITIVE_INFINITY)
  })

  it('never grows with the degrees of freedom', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (degrees) => {
        expect(studentT('95 %', degrees + 1)).toBeLessThanOrEqual(studentT('95 %', degrees))
      }),
    )
  })
})

describe('an interval by batch means', () => {
  it('is mean ± t x s / √n', () => {
    // Eight windows of 90 and 110 in turn: s = 10 x √(8 / 7), and they do not resemble each other.
    const half = 2.365 * Math.sqrt((100 * 8) / 7 / 8)
    const { mean, low, high } = batchMeansInterval([90, 110, 90, 110, 90, 110, 90, 110])
    expect(mean).toBe(100)
    expect(low).toBeCloseTo(100 - half)
    expect(high).toBeCloseTo(100 + half)
  })

  it('holds the mean, stays above zero, and does not depend on the order of windows that are alike', () => {
    fc.assert(
      fc.property(fc.array(rate, { minLength: 2, maxLength: 20 }), (values) => {
        const { mean, low, high } = batchMeansInterval(values)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(low).toBeLessThanOrEqual(mean)
        expect(high).toBeGreaterThanOrEqual(mean)
      }),
    )
  })

  it('narrows when the same run goes on for longer', () => {
    fc.assert(
      fc.property(fc.array(rate, { minLength: 8, maxLength: 12 }), fc.integer({ min: 2, max: 4 }), (values, times) => {
        const once = batchMeansInterval(values)
        const longer = batchMeansInterval(Array.from({ length: times }, () => values).flat())
        // Windows that resemble their neighbours widen the longer interval: only independent ones are compared.
        fc.pre(lagOneAutocorrelation(values) < 0.2)
        expect(longer.high - longer.low).toBeLessThanOrEqual((once.high - once.low) * (1 + 1e-9) + 1e-9)
      }),
    )
  })

  it('is wider where windows resemble their neighbours', () => {
    const inTurn = [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2].map((value) => value * 100)
    const inBlocks = [...inTurn].sort((left, right) => left - right)
    expect(lagOneAutocorrelation(inBlocks)).toBeGreaterThan(0.7)
    const wide = batchMeansInterval(inBlocks)
    const narrow = batchMeansInterval(inTurn)
    expect(wide.mean).toBe(narrow.mean)
    expect(wide.high - wide.low).toBeGreaterThan(2 * (narrow.high - narrow.low))
  })

  it('has no width where all windows are alike', () => {
    fc.assert(
      fc.property(rate, fc.integer({ min: 2, max: 20 }), (value, count) => {
        const { low, high } = batchMeansInterval(Array.from({ length: count }, () => value))
        expect(high - low).toBeLessThanOrEqual(value * 1e-9)
      }),
    )
  })
})

describe('a trend', () => {
  it('finds a line', () => {
    const trend = trendOf([10, 12, 14, 16])
    expect(trend.first).toBeCloseTo(10)
    expect(trend.last).toBeCloseTo(16)
    expect(trend.isSignificant).toBe(true)
  })

  it('takes noise for noise', () => {
    expect(trendOf([10, 14, 9, 13, 11, 12, 10, 13]).isSignificant).toBe(false)
    expect(trendOf([10, 20]).isSignificant).toBe(false)
    expect(trendOf([])).toEqual({ first: 0, last: 0, isSignificant: false })
  })
})
