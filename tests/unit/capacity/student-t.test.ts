import { describe, expect, it } from 'vitest'
import { studentT } from '../../../src/capacity/student-t.ts'

describe('Student’s t', () => {
  it.each([
    // Tables of quantiles: 5 % lie above.
    [1, 6.3138],
    [2, 2.92],
    [5, 2.015],
    [10, 1.8125],
    [1000, 1.6464],
  ])('with %d degrees of freedom exceeds %d in one case of twenty', (degreesOfFreedom, quantile) => {
    const { survival, exceededWith } = studentT(degreesOfFreedom)
    expect(survival(quantile)).toBeCloseTo(0.05, 4)
    expect(survival(-quantile)).toBeCloseTo(0.95, 4)
    expect(exceededWith(0.05)).toBeCloseTo(quantile, 2)
    expect(exceededWith(0.95)).toBeCloseTo(-quantile, 2)
  })

  it('with fractional degrees of freedom lies between those with whole ones', () => {
    const at = (degreesOfFreedom: number) => studentT(degreesOfFreedom).exceededWith(0.05)
    expect(at(2.5)).toBeLessThan(at(2))
    expect(at(2.5)).toBeGreaterThan(at(3))
  })

  it('holds in its tails: with 2 degrees of freedom P(T > t) = 1/2 - t / (2 sqrt(2 + t^2))', () => {
    const { survival } = studentT(2)
    for (const t of [0, 0.3, 1, 4, 20, 100]) {
      expect(survival(t), String(t)).toBeCloseTo(0.5 - t / (2 * Math.sqrt(2 + t * t)), 5)
    }
    expect(survival(Number.POSITIVE_INFINITY)).toBe(0)
    expect(survival(Number.NEGATIVE_INFINITY)).toBe(1)
  })

  it('stays right when more distributions were asked for than are kept', () => {
    for (let extra = 0; extra < 200; extra++) studentT(3 + extra / 100)
    expect(studentT(5).exceededWith(0.05)).toBeCloseTo(2.015, 2)
  })
})
