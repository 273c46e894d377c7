import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contendedUtilisation } from '../../../../src/capacity/hardware/work-under-way.ts'

const uses = fc.array(fc.double({ min: 0, max: 50, noNaN: true }), { minLength: 1, maxLength: 5 })
const underWay = fc.double({ min: 1, max: 40, noNaN: true })

describe('contention between resources', () => {
  it('does not occur if one resource alone is busy', () => {
    expect(contendedUtilisation([0.8, 0, 0], 5)).toBeCloseTo(0.8, 12)
    expect(contendedUtilisation([0, 0], 5)).toBe(0)
  })

  it('leaves N / (N + 1) of two equally busy resources: 5 of 6', () => {
    expect(1 / contendedUtilisation([1, 1], 5)).toBeCloseTo(5 / 6, 12)
    // Three alike: N / (N + 2).
    expect(1 / contendedUtilisation([1, 1, 1], 5)).toBeCloseTo(5 / 7, 12)
  })

  it('is as calculated by hand for one half as busy as the other and two requests: (1 + 1/2 + 1/4) / (1 + 1/2)', () => {
    expect(contendedUtilisation([1, 0.5], 2)).toBeCloseTo(1.75 / 1.5, 12)
    // Halfway between one piece, 1.5 in all, and two.
    expect(contendedUtilisation([1, 0.5], 1.5)).toBeCloseTo((1.5 + 1.75 / 1.5) / 2, 12)
  })

  it('vanishes with an unlimited number of requests', () => {
    expect(contendedUtilisation([1, 1, 0.9], Number.POSITIVE_INFINITY)).toBe(1)
    expect(contendedUtilisation([1, 0.5], 200)).toBeCloseTo(1, 6)
  })

  it('never gives less than the highest utilisation, and no less than with more requests', () => {
    fc.assert(
      fc.property(uses, underWay, (given, pieces) => {
        const together = contendedUtilisation(given, pieces)
        expect(together).toBeGreaterThanOrEqual(Math.max(...given) * (1 - 1e-12))
        expect(contendedUtilisation(given, pieces + 1)).toBeLessThanOrEqual(together * (1 + 1e-12))
      }),
    )
  })

  it('gives more if any utilisation rises, and twice as much if all double', () => {
    fc.assert(
      fc.property(uses, underWay, fc.nat(4), fc.double({ min: 0, max: 5, noNaN: true }), (given, pieces, at, more) => {
        const together = contendedUtilisation(given, pieces)
        const fuller = given.map((use, index) => (index === at ? use + more : use))
        expect(contendedUtilisation(fuller, pieces)).toBeGreaterThanOrEqual(together * (1 - 1e-9))
        expect(
          contendedUtilisation(
            given.map((use) => 2 * use),
            pieces,
          ),
        ).toBeCloseTo(2 * together, 6)
      }),
    )
  })
})
