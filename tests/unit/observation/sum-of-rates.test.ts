import { describe, expect, it } from 'vitest'
import { rateOverTime } from '../../../src/observation/rate-over-time.ts'
import { sumOfRates } from '../../../src/observation/sum-of-rates.ts'

/** Intervals one after another, each with the same rate. */
function steady(fromMs: number, durationMs: number, intervals: number, perSec: number) {
  return Array.from({ length: intervals }, (_, index) => ({
    fromEpochMs: fromMs + index * durationMs,
    durationMs,
    perSec,
  }))
}

describe('the sum of rates', () => {
  it('adds up what was known at the same time, however many intervals begin in a minute', () => {
    const sum = rateOverTime(sumOfRates([steady(0, 2_000, 30, 100), steady(0, 2_000, 30, 300)]))
    expect(sum).toMatchObject({ average: 400, peakMinute: 400, span: { fromEpochMs: 0, toEpochMs: 60_000 } })
  })

  it('adds up intervals of different lengths', () => {
    const points = sumOfRates([steady(0, 60_000, 5, 100), steady(0, 300_000, 1, 30)])
    expect(points).toEqual(steady(0, 60_000, 5, 130))
  })

  it('treats times that are close together as one, as brokers are queried one after another', () => {
    expect(sumOfRates([steady(0, 30_000, 1, 100), steady(1_500, 30_000, 1, 100)])).toEqual(steady(0, 30_000, 1, 200))
  })

  it('leaves out times at which too much of the sum is not known', () => {
    const [large, small, tiny] = [
      steady(60_000, 60_000, 2, 900),
      steady(0, 60_000, 3, 99),
      steady(60_000, 60_000, 1, 1),
    ]
    expect(sumOfRates([large, small, tiny], 0.99)).toEqual([
      { fromEpochMs: 60_000, durationMs: 60_000, perSec: 1_000 },
      { fromEpochMs: 120_000, durationMs: 60_000, perSec: 999 },
    ])
  })

  it('counts a series as 0 while it is not known, and leaves out times at which none is', () => {
    const points = sumOfRates([
      steady(0, 60_000, 2, 100),
      [...steady(0, 60_000, 1, 7), ...steady(600_000, 60_000, 1, 7)],
    ])
    expect(points).toEqual([
      { fromEpochMs: 0, durationMs: 60_000, perSec: 107 },
      { fromEpochMs: 60_000, durationMs: 60_000, perSec: 100 },
      { fromEpochMs: 600_000, durationMs: 60_000, perSec: 7 },
    ])
  })
})
