import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchMeansInterval, tentMeansInterval, trendOf } from '../../../src/measurement/batch-means.ts'
import { studentT } from '../../../src/measurement/student-t-quantile.ts'

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

  it('holds the mean and stays above zero', () => {
    fc.assert(
      fc.property(fc.array(rate, { minLength: 2, maxLength: 20 }), (values) => {
        const { mean, low, high } = batchMeansInterval(values)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(low).toBeLessThanOrEqual(mean)
        expect(high).toBeGreaterThanOrEqual(mean)
      }),
    )
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

/** Numbers that look random and are the same in every run, from 0 to 1. */
function createLuck(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Means of tents over seconds, as `pairWindows` makes them. */
function tentMeans(seconds: readonly number[], windowSeconds: number): number[] {
  const tents = seconds.length / windowSeconds - 1
  return Array.from({ length: tents }, (_, tent) => {
    let sum = 0
    for (let at = 0; at < 2 * windowSeconds; at += 1) {
      const weight = windowSeconds - Math.abs(at + 0.5 - windowSeconds)
      sum += weight * (seconds[tent * windowSeconds + at] ?? 0)
    }
    return sum / windowSeconds ** 2
  })
}

function plainMeans(seconds: readonly number[], windowSeconds: number): number[] {
  return Array.from({ length: seconds.length / windowSeconds }, (_, window) => {
    const own = seconds.slice(window * windowSeconds, (window + 1) * windowSeconds)
    return own.reduce((sum, value) => sum + value, 0) / windowSeconds
  })
}

/** Share of 2,000 runs whose interval holds the truth, and the mean width of the intervals. */
function tryOut(interval: typeof tentMeansInterval, means: typeof tentMeans, windows: number) {
  const luck = createLuck(42)
  let held = 0
  let width = 0
  for (let run = 0; run < 2000; run += 1) {
    const seconds = Array.from({ length: windows * 11 }, () => 100 + 60 * (luck() - 0.5))
    const { low, high } = interval(means(seconds, 11))
    if (low <= 100 && high >= 100) held += 1
    width += (high - low) / 2000
  }
  return { coverage: held / 2000, width }
}

describe('an interval by tents', () => {
  it.each([8, 16, 40])('holds the truth in 95 of 100 runs of %i windows where seconds are independent', (windows) => {
    const tents = tryOut(tentMeansInterval, tentMeans, windows)
    expect(tents.coverage).toBeGreaterThan(0.935)
    expect(tents.coverage).toBeLessThan(0.975)
    // What soft edges cost where there is no sawtooth.
    expect(tents.width).toBeLessThan(1.25 * tryOut(batchMeansInterval, plainMeans, windows).width)
  })

  it('narrows with the length of a run', () => {
    const widths = [8, 16, 40].map((windows) => tryOut(tentMeansInterval, tentMeans, windows).width)
    expect(widths).toEqual([...widths].sort((left, right) => right - left))
  })

  it('is not fooled by teeth that do not repeat exactly once a window', () => {
    for (const periodSeconds of [4.3, 9, 10, 12.1, 13]) {
      // Five times the mean in the first fifth of each period, then nothing.
      const passed = (second: number) =>
        100 * periodSeconds * Math.floor(second / periodSeconds) +
        500 * Math.min(second % periodSeconds, periodSeconds / 5)
      const seconds = Array.from({ length: 16 * 11 }, (_, second) => passed(second + 1) - passed(second))
      const soft = tentMeansInterval(tentMeans(seconds, 11))
      const hard = batchMeansInterval(plainMeans(seconds, 11))
      expect(Math.abs(soft.mean / 100 - 1)).toBeLessThan(0.03)
      expect(soft.high - soft.low).toBeLessThan(0.6 * (hard.high - hard.low))
    }
  })

  it('is wider where the flow wanders slowly', () => {
    const slow = Array.from({ length: 30 }, (_, index) => 100 + 10 * Math.sin(index / 5))
    const mixed = slow.map((_, index) => slow[(index * 7) % 30] ?? 0)
    const wide = tentMeansInterval(slow)
    const narrow = tentMeansInterval(mixed)
    expect(wide.mean).toBeCloseTo(narrow.mean)
    expect(wide.high - wide.low).toBeGreaterThan(1.5 * (narrow.high - narrow.low))
  })

  it('has no width where all windows are alike', () => {
    expect(tentMeansInterval([5, 5, 5, 5])).toEqual({ mean: 5, low: 5, high: 5 })
  })
})

describe('a trend', () => {
  it('finds a line', () => {
    const trend = trendOf([10, 12, 14, 16])
    expect(trend.first).toBeCloseTo(10)
    expect(trend.last).toBeCloseTo(16)
    expect(trend.isSignificant).toBe(true)
  })

  it.each([
    [3, false],
    [3.6, false],
    [3.8, true],
    [-3.6, false],
    [-3.8, true],
  ])('is significant from 99 %% on: a slope of %d of its errors over eight values', (errors, isSignificant) => {
    // Of the usual table: 2.447 for 95 % and 3.707 for 99 % with six degrees of freedom. Residuals across the line.
    const residuals = [1, -1, -1, 1, 1, -1, -1, 1]
    const slopeError = Math.sqrt(8 / 6 / 42)
    const values = residuals.map((residual, index) => 100 + errors * slopeError * index + residual)
    expect(trendOf(values).isSignificant).toBe(isSignificant)
  })

  it('takes noise for noise', () => {
    expect(trendOf([10, 14, 9, 13, 11, 12, 10, 13]).isSignificant).toBe(false)
    expect(trendOf([10, 20]).isSignificant).toBe(false)
    expect(trendOf([])).toEqual({ first: 0, last: 0, isSignificant: false })
  })
})
