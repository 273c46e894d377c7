import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareValues } from '../../../src/evidence/compare-values.ts'

const steady = [100, 102, 98, 100]

describe('two sets of values', () => {
  it('of four runs each are tested by Welch’s test, as calculated by hand', () => {
    // Both variances 8/3: standard error sqrt(4/3), 6 degrees of freedom, t = 2.447.
    const { effect, effectInterval, outcome } = compareValues(steady, [110, 112, 108, 110])
    expect(effect).toBeCloseTo(0.1, 12)
    expect(effectInterval?.low).toBeCloseTo(0.1 - 0.0282556, 6)
    expect(effectInterval?.high).toBeCloseTo(0.1 + 0.0282556, 6)
    expect(outcome).toBe('different')
  })

  it('show no difference if one of them varies widely: fewer degrees of freedom, wider interval', () => {
    // Variances 8/3 and 1000/3: 3.05 degrees of freedom, t of 3 is 3.182, standard error sqrt(84).
    const { effectInterval, outcome } = compareValues(steady, [100, 130, 90, 120])
    expect(effectInterval?.high).toBeCloseTo(0.1 + 0.291637, 4)
    expect(outcome).toBe('not-told-apart')
  })

  it('of fewer than four runs get effect and spread, but no test', () => {
    const compared = compareValues([100, 102, 98], [110, 112, 108, 110])
    expect(compared).toMatchObject({ effectInterval: null, outcome: 'too-few-runs' })
    expect(compared.one).toEqual({ runs: 3, mean: 100, lowest: 98, highest: 102, relativeSpread: 0.02 })
    expect(compareValues([100], [110]).one.relativeSpread).toBeNull()
  })

  it('have no practical difference below 3 %, however certain it is', () => {
    const { effectInterval, outcome } = compareValues([100, 100.1, 99.9, 100], [102, 102.1, 101.9, 102])
    expect(effectInterval?.low).toBeGreaterThan(0)
    expect(outcome).toBe('no-practical-difference')
    expect(compareValues([100, 100, 100, 100], [103.5, 103.5, 103.5, 103.5]).outcome).toBe('different')
  })

  it('have no relative effect if the first mean is zero', () => {
    const nothing = [0, 0, 0, 0]
    const compared = compareValues(nothing, steady)
    expect(compared).toMatchObject({ effect: null, effectInterval: null, outcome: 'too-few-runs' })
    expect(compared.one).toMatchObject({ mean: 0, relativeSpread: null })
  })

  it('differ as well if the second set has less, and by an interval that has no width if no value varies', () => {
    const { effect, outcome } = compareValues([110, 112, 108, 110], steady)
    expect([effect, outcome]).toEqual([expect.closeTo(100 / 110 - 1, 12), 'different'])
    const constant = compareValues([100, 100, 100, 100], [90, 90, 90, 90])
    expect(constant.effectInterval).toEqual({ low: constant.effect, high: constant.effect })
    expect(constant.outcome).toBe('different')
    expect(compareValues(steady, [100, 70, 110, 80]).outcome).toBe('not-told-apart')
  })

  it('give the same result in any unit and any order', () => {
    const value = fc.double({ min: 50, max: 150, noNaN: true })
    const set = fc.array(value, { minLength: 4, maxLength: 8 })
    fc.assert(
      fc.property(set, set, fc.double({ min: 0.001, max: 1000, noNaN: true }), (left, right, factor) => {
        const one = compareValues(left, right)
        const scaled = (values: readonly number[]) => values.map((each) => each * factor).reverse()
        const other = compareValues(scaled(left), scaled(right))
        expect(other.effect).toBeCloseTo(one.effect ?? Number.NaN, 8)
        expect(other.effectInterval?.low).toBeCloseTo(one.effectInterval?.low ?? Number.NaN, 6)
      }),
    )
  })

  it('from the same distribution differ significantly in about one of twenty cases, not more', () => {
    // A fixed generator, so that the test says the same each time: 2,000 pairs of five draws near 100.
    let state = 7
    const uniform = () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
    const draw = () => Array.from({ length: 5 }, () => 100 + 40 * (uniform() + uniform() + uniform() - 1.5))
    let toldApart = 0
    for (let pair = 0; pair < 2_000; pair += 1) {
      const { effectInterval } = compareValues(draw(), draw())
      if (effectInterval !== null && (effectInterval.low > 0 || effectInterval.high < 0)) toldApart += 1
    }
    expect(toldApart).toBeGreaterThan(30)
    expect(toldApart).toBeLessThan(115)
  })
})
