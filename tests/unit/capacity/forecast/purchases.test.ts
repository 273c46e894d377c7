import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { purchasesOf, type SizesNeeded } from '../../../../src/capacity/forecast/purchases.ts'
import type { ForecastSize } from '../../../../src/contracts/forecast.ts'
import type { GrowthRule } from '../../../../src/contracts/growth.ts'
import { formatDay } from '../../../../src/units/calendar-day.ts'
import { propertyRuns } from '../property-runs.ts'
import { dayNumber } from './forecast-cases.ts'

const from = dayNumber('2026-12-01')
const to = dayNumber('2029-12-01')

/** Needed sizes, each with the number of days after the first one. */
function needed(...sizes: readonly (readonly [number, number | null])[]): ForecastSize[] {
  return sizes.map(([day, size]) => ({
    from: formatDay(from + day),
    size,
    dimension: size === null ? null : 'ingress',
    early: null,
    late: null,
    blockers: [],
    refusals: [],
  }))
}

function bought(sizes: ForecastSize[], given: Partial<SizesNeeded> & { readonly rules?: readonly GrowthRule[] } = {}) {
  const { rules = [], ...rest } = given
  const purchases = purchasesOf({ sizes, ownSize: 1, partitions: [], growth: { rules, from }, to, ...rest })
  return purchases.map((each) => [dayNumber(each.from) - from, each.size, ...(each.isStopgap ? ['stopgap'] : [])])
}

describe('the sizes to buy', () => {
  it('leave out those that are outgrown within 90 days', () => {
    expect(bought(needed([0, 4], [1, 5], [60, 6], [89, 7], [90, 8], [400, 9]))).toEqual([
      [0, 7],
      [90, 8],
      [400, 9],
    ])
  })

  it('are not bought ahead as long as the scenario’s own size is enough', () => {
    expect(bought(needed([0, 4], [20, 5], [30, 6], [50, 7]), { ownSize: 5 })).toEqual([
      [0, 5],
      [30, 7],
    ])
  })

  it('are not bought ahead of a launch or a season, nor kept after it', () => {
    const launch: GrowthRule = { kind: 'launch', factor: 2, from: formatDay(from + 30) }
    expect(bought(needed([0, 4], [10, 5], [30, 9]), { rules: [launch] })).toEqual([
      [0, 5],
      [30, 9],
    ])
    const season: GrowthRule = { kind: 'season', factor: 2, from: '01-10', to: '01-31' }
    const [begins, ends] = ['2027-01-10', '2027-02-01'].map((day) => dayNumber(day) - from)
    expect(bought(needed([0, 4], [begins ?? 0, 8], [ends ?? 0, 4], [300, 5]), { rules: [season] })).toEqual([
      [0, 4],
      [begins, 8],
      [ends, 4],
      [300, 5],
    ])
  })

  it('are kept for 90 days where the load falls', () => {
    expect(bought(needed([0, 9], [10, 8], [20, 7], [95, 6], [300, 5]), { ownSize: 9 })).toEqual([
      [0, 9],
      [90, 7],
      [180, 6],
      [300, 5],
    ])
  })

  it('mark those that are needed for some days before no size is enough', () => {
    expect(bought(needed([0, 4], [200, 6], [260, 9], [280, 20], [290, 700], [291, null]))).toEqual([
      [0, 4],
      [200, 9],
      [280, 20, 'stopgap'],
      [290, 700, 'stopgap'],
      [291, null],
    ])
  })

  it('are enough on every day, last 90 days, and are no larger than what is needed until then', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 40 })), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 40 }), fc.boolean(), (gaps, ownSize, isRising) => {
        let [day, size] = [0, 3]
        const sizes: [number, number][] = [[0, 3]]
        for (const [days, amount] of gaps) {
          day += days
          size = isRising ? size + amount : amount
          if (from + day > to || size === sizes.at(-1)?.[1]) continue
          sizes.push([day, size])
        }
        const needOn = (at: number) => sizes.findLast(([first]) => first <= at)?.[1] ?? 0
        const purchases = bought(needed(...sizes), { ownSize }) as [number, number][]
        const daysFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)
        purchases.forEach(([first, held], index) => {
          const end = purchases[index + 1]?.[0] ?? to - from + 1
          const needs = daysFrom(first, end - first).map(needOn)
          expect(Math.max(...needs)).toBeLessThanOrEqual(held)
          expect(Math.max(...needs.slice(0, 90))).toBe(held)
          const isBeyondOwn = needOn(end) > ownSize && needOn(end - 1) <= ownSize
          if (index + 1 < purchases.length && !isBeyondOwn) expect(end - first).toBeGreaterThanOrEqual(90)
        })
      }),
      propertyRuns(200),
    )
  })
})
