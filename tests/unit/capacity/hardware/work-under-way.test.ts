import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullnessTogether } from '../../../../src/capacity/hardware/work-under-way.ts'

const uses = fc.array(fc.double({ min: 0, max: 50, noNaN: true }), { minLength: 1, maxLength: 5 })
const underWay = fc.double({ min: 1, max: 40, noNaN: true })

describe('parts that wait for each other', () => {
  it('are used in full where one alone is busy', () => {
    expect(fullnessTogether([0.8, 0, 0], 5)).toBeCloseTo(0.8, 12)
    expect(fullnessTogether([0, 0], 5)).toBe(0)
  })

  it('reach N / (N + 1) where two are as busy as each other: 5 of 6', () => {
    expect(1 / fullnessTogether([1, 1], 5)).toBeCloseTo(5 / 6, 12)
    // Three alike: N / (N + 2).
    expect(1 / fullnessTogether([1, 1, 1], 5)).toBeCloseTo(5 / 7, 12)
  })

  it('by hand, half as busy as the other and two pieces under way: (1 + 1/2 + 1/4) / (1 + 1/2)', () => {
    expect(fullnessTogether([1, 0.5], 2)).toBeCloseTo(1.75 / 1.5, 12)
    // Halfway between one piece, 1.5 in all, and two.
    expect(fullnessTogether([1, 0.5], 1.5)).toBeCloseTo((1.5 + 1.75 / 1.5) / 2, 12)
  })

  it('do not wait where there is always another piece', () => {
    expect(fullnessTogether([1, 1, 0.9], Number.POSITIVE_INFINITY)).toBe(1)
    expect(fullnessTogether([1, 0.5], 200)).toBeCloseTo(1, 6)
  })

  it('are never less full than the fullest, nor than with more pieces under way', () => {
    fc.assert(
      fc.property(uses, underWay, (given, pieces) => {
        const together = fullnessTogether(given, pieces)
        expect(together).toBeGreaterThanOrEqual(Math.max(...given) * (1 - 1e-12))
        expect(fullnessTogether(given, pieces + 1)).toBeLessThanOrEqual(together * (1 + 1e-12))
      }),
    )
  })

  it('are fuller where any is, and twice as full where all are', () => {
    fc.assert(
      fc.property(uses, underWay, fc.nat(4), fc.double({ min: 0, max: 5, noNaN: true }), (given, pieces, at, more) => {
        const together = fullnessTogether(given, pieces)
        const fuller = given.map((use, index) => (index === at ? use + more : use))
        expect(fullnessTogether(fuller, pieces)).toBeGreaterThanOrEqual(together * (1 - 1e-9))
        expect(
          fullnessTogether(
            given.map((use) => 2 * use),
            pieces,
          ),
        ).toBeCloseTo(2 * together, 6)
      }),
    )
  })
})
