import { describe, expect, it } from 'vitest'
import { growthOf } from '../../../src/observation/estimate-growth.ts'
import type { RatePoint } from '../../../src/observation/rate-over-time.ts'

const dayMs = 86_400_000
const perSec = 1000

/** Numbers between 0 and 1, the same at each run: Lehmer's generator. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Days that grow by this a year about their mean, with weekends of 0.4 times a weekday and chance of 5 %. */
function days(count: number, growthPerYear: number, chance: () => number): RatePoint[] {
  return Array.from({ length: count }, (_, day) => {
    const trend = 1 + (growthPerYear * (day - count / 2)) / 365.25
    const ofWeek = day % 7 < 2 ? 0.4 : 1
    const ofChance = 1 + 0.05 * (chance() + chance() + chance() + chance() - 2) * Math.sqrt(3)
    return { fromEpochMs: day * dayMs, durationMs: dayMs, perSec: perSec * trend * ofWeek * ofChance }
  })
}

describe('growthOf()', () => {
  it('has the true growth in its interval in 9 of 10 histories, and no bias on average', () => {
    const chance = randomNumbers(71)
    for (const truth of [0.3, -0.4, 2]) {
      const found = Array.from({ length: 200 }, () => growthOf(days(56, truth, chance)))
      const held = found.filter((growth) => growth !== null && growth.low <= truth && truth <= growth.high)
      const mean = found.reduce((sum, growth) => sum + (growth?.perYear ?? Number.NaN), 0) / found.length
      expect(held.length).toBeGreaterThanOrEqual(180)
      expect(Math.abs(mean - truth)).toBeLessThan(0.03)
    }
  })

  it('does not change with one day of ten times the traffic', () => {
    const calm = days(56, 0.3, () => 0.5)
    const burst = calm.map((point, day) => (day === 40 ? { ...point, perSec: point.perSec * 10 } : point))
    expect(growthOf(burst)?.perYear).toBeCloseTo(growthOf(calm)?.perYear ?? Number.NaN, 1)
  })

  it('is unknown for less than three weeks, and for a topic that is not written to', () => {
    expect(growthOf(days(14, 0.3, () => 0.5))).toBeNull()
    expect(growthOf(days(56, 0.3, () => 0.5).map((point) => ({ ...point, perSec: 0 })))).toBeNull()
  })
})
