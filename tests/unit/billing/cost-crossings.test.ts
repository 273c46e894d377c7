import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cheapestRanges, crossingsOf } from '../../../src/billing/cost-crossings.ts'
import type { Curve } from '../../../src/billing/cost-curve.ts'
import { clearlyLess } from '../../../src/contracts/cost-over-load.ts'
import { offeringNamed } from './billed-scenarios.ts'

const factors = Array.from({ length: 33 }, (_, step) => 2 ** ((step - 16) / 4))
/** Both are found by 20 bisections, between loads that need not be the same: 16 is the widest interval. */
const searchedWithin = 16 / 2 ** 20
const ids = ['aws-msk-express', 'google-managed-kafka', 'aws-msk-serverless'] as const

/** The curve of a formula; null: no size takes the load. */
function curveOf(id: (typeof ids)[number], total: (factor: number) => number | null, currency = 'USD'): Curve {
  const offering = offeringNamed(id)
  const costAt = (factor: number) => {
    const totalPerMonth = total(factor)
    const size = totalPerMonth === null ? null : 1
    const ingressBytesPerSec = size === null ? 0 : factor * 1e6
    const isComplete = totalPerMonth !== null
    const declared = { tier: null, chanceMet: null, bill: null }
    return { factor, ingressBytesPerSec, size, totalPerMonth, currency, isComplete, ...declared }
  }
  return { offering, costAt }
}

/** Units of one price each, one for every `perUnit` of load. */
function steps(perUnit: number, price: number) {
  return (factor: number) => Math.ceil(factor / perUnit) * price
}

const [first, second, third] = ids

describe('where costs change places', () => {
  it('is where both cost the same, if one then costs 5 % less', () => {
    const flat = curveOf(first, () => 300)
    const rising = curveOf(second, (factor) => 100 * factor)
    const [found, ...others] = crossingsOf(rising, flat, factors)
    expect(others).toEqual([])
    expect(found).toMatchObject({ cheaperAbove: first, cheaperBelow: second, totalPerMonth: 300 })
    expect(found?.factor).toBeCloseTo(3, 4)
    expect(crossingsOf(flat, rising, factors)).toEqual([found])
  })

  it('is not named where steps of two nearly equal costs change places', () => {
    const one = curveOf(first, (factor) => 1000 + 20 * Math.sin(9 * factor))
    const other = curveOf(second, () => 1000)
    expect(crossingsOf(one, other, factors)).toEqual([])
    expect(cheapestRanges([one, other], factors)).toHaveLength(1)
  })

  it('is named at each step that makes one clearly dearer', () => {
    const one = curveOf(first, steps(4, 400))
    const other = curveOf(second, (factor) => 130 * factor)
    const found = crossingsOf(one, other, [1, 3.9, 4.1, 7.9, 8.1, 11.9, 12.1])
    // At 12.1 units cost 1,600 and bytes 1,573, which is less than 5 % apart.
    expect(found.map(({ cheaperAbove }) => cheaperAbove)).toEqual([first, second, first, second, first])
    expect(found.map(({ factor }) => Number(factor.toFixed(3)))).toEqual([3.077, 4, 6.154, 8, 9.231])
  })

  it('is searched from the last compared load at which both cost the same', () => {
    const flat = curveOf(first, () => 300)
    // From 1.2 on it is dearer, but not clearly, and at 2 it costs the same again.
    const stepped = curveOf(second, (factor) => (factor <= 1.2 ? 200 : factor < 2 ? 310 : factor === 2 ? 300 : 500))
    const [found, ...others] = crossingsOf(flat, stepped, [1, 2, 4])
    expect(others).toEqual([])
    expect(found?.factor).toBeCloseTo(2, 4)
    expect(cheapestRanges([flat, stepped], [1, 2, 4])[1]?.from.factor).toBeCloseTo(2, 4)
  })

  it('is not named between currencies, or where one has no size for the load', () => {
    const flat = curveOf(first, () => 300)
    const euros = curveOf(second, (factor) => 100 * factor, 'EUR')
    const small = curveOf(third, (factor) => (factor > 2 ? null : 100 * factor))
    expect(crossingsOf(flat, euros, factors)).toEqual([])
    expect(crossingsOf(flat, small, factors)).toEqual([])
    expect(cheapestRanges([flat, euros], factors)).toEqual([])
    expect(cheapestRanges([flat], factors)).toEqual([])
  })
})

describe('the ranges of the cheapest', () => {
  it('end where an offering has no size for more', () => {
    const small = curveOf(first, (factor) => (factor > 2.5 ? null : 100))
    const large = curveOf(second, (factor) => (factor > 9 ? null : 500))
    const ranges = cheapestRanges([small, large], factors)
    expect(ranges.map(({ offering }) => offering)).toEqual([first, second])
    expect(ranges[0]?.to.factor).toBeCloseTo(2.5, 4)
    expect(ranges[1]?.from.factor).toBeCloseTo(2.5, 4)
    expect(ranges[1]?.to.factor).toBeCloseTo(9, 4)
  })

  /** A fixed fee and units with steps; some have no size for high loads. */
  const anyCurve = (id: (typeof ids)[number]) =>
    fc
      .record({
        fee: fc.integer({ min: 0, max: 500 }),
        price: fc.integer({ min: 1, max: 300 }),
        perUnit: fc.double({ min: 0.1, max: 6, noNaN: true }),
        most: fc.option(fc.double({ min: 1, max: 16, noNaN: true })),
      })
      .map(({ fee, price, perUnit, most }) => {
        const cost = steps(perUnit, price)
        return curveOf(id, (factor) => (most !== null && factor > most ? null : fee + cost(factor)))
      })

  it('never contain a compared load at which another costs 5 % less, and cover every load that an offering takes', () => {
    fc.assert(
      fc.property(anyCurve(first), anyCurve(second), anyCurve(third), (...curves) => {
        const ranges = cheapestRanges(curves, factors)
        for (const factor of factors) {
          const totals = curves.flatMap(({ costAt }) => costAt(factor).totalPerMonth ?? [])
          const range = ranges.find(({ from, to }) => from.factor <= factor && factor <= to.factor)
          expect(range === undefined).toBe(totals.length === 0)
          if (range === undefined) continue
          const own = curves.find(({ offering }) => offering.id === range.offering)?.costAt(factor).totalPerMonth
          expect(Math.min(...totals)).toBeGreaterThan((own ?? Number.POSITIVE_INFINITY) * (1 - clearlyLess) - 1e-9)
        }
      }),
    )
  })

  it('change at every crossing of the two', () => {
    fc.assert(
      fc.property(anyCurve(first), anyCurve(second), (one, other) => {
        const ranges = cheapestRanges([one, other], factors)
        const changes = ranges.slice(1).map(({ from }) => from.factor)
        const crossings = crossingsOf(one, other, factors).map(({ factor }) => factor)
        for (const factor of crossings) {
          const nearest = Math.min(...changes.map((change) => Math.abs(change - factor)))
          expect(nearest).toBeLessThanOrEqual(searchedWithin)
        }
      }),
    )
  })
})
