import { describe, expect, it } from 'vitest'
import { rateOverTime } from '../../../src/observation/rate-over-time.ts'

/** Stretches of so many seconds one after another, each with a rate. */
function series(seconds: number, rates: readonly number[]) {
  const durationMs = seconds * 1_000
  return rates.map((perSec, index) => ({ fromEpochMs: index * durationMs, durationMs, perSec }))
}

describe('rates over time', () => {
  it('have a busiest minute of which at least 90 % is known, not a short rest at the end', () => {
    const rates = [...Array.from({ length: 59 }, () => 100), 130]
    expect(rateOverTime(series(2, rates))?.peakMinute).toBeCloseTo((26 * 100 + 130) / 27, 9)
  })

  it('use the overall mean as the busiest minute if less than a minute is known', () => {
    expect(rateOverTime(series(2, [100, 100, 100, 130]))?.peakMinute).toBeCloseTo(107.5, 9)
  })

  it('have no busiest minute or hour below the overall mean, which no load can have', () => {
    // A reading of a minute: the looks are so far apart that each window misses one end, and the ends are the fullest.
    const minute = rateOverTime(series(4.02, [101, ...Array.from({ length: 13 }, () => 100), 101]))
    expect(minute?.average).toBeGreaterThan(100)
    expect(minute?.peakMinute).toBeGreaterThanOrEqual(minute?.average ?? 0)
    const hour = rateOverTime(series(900, [130, 100, 100, 100, 130]))
    expect(hour?.average).toBeGreaterThan(107.5)
    expect(hour?.peakHour).toBeGreaterThanOrEqual(hour?.average ?? 0)
  })

  it('have no busiest minute if less than 90 % of every minute is known', () => {
    const hours = [0, 1, 2].map((hour) => ({ fromEpochMs: hour * 3_600_000, durationMs: 3_600_000, perSec: 10 }))
    const rates = rateOverTime([...hours, { fromEpochMs: 3 * 3_600_000, durationMs: 6_000, perSec: 500 }])
    expect(rates).toMatchObject({ peakMinute: null, peakHour: rates?.average })
  })

  it('know that a busiest hour has no traffic', () => {
    expect(rateOverTime(series(60, new Array<number>(120).fill(0)))).toMatchObject({ peakMinute: 0, peakHour: 0 })
  })

  it('count intervals a little longer than a minute as minutes', () => {
    expect(rateOverTime(series(62, [100, 300, 200]))?.peakMinute).toBe(300)
  })
})
