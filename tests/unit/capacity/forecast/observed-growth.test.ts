import { describe, expect, it } from 'vitest'
import { observedGrowth } from '../../../../src/capacity/forecast/observed-growth.ts'
import { growthRule } from '../../../../src/contracts/growth.ts'
import type { ObservedFigure } from '../../../../src/contracts/observation.ts'
import { growingObservation } from '../../presentation/known-observation.ts'
import { scenarioWith } from './forecast-cases.ts'

const { observation } = growingObservation(70, 0.3)

function figure(value: number, interval?: ObservedFigure['interval']): ObservedFigure {
  const known = { value, how: 'measured', source: 'source-1', span: null, relativeError: 0.5 } as const
  return interval === undefined ? known : { ...known, interval }
}

function observed(cluster: ObservedFigure | undefined, topic: ObservedFigure | undefined) {
  const own = { name: 'a', isInternal: false, texts: {}, figures: topic === undefined ? {} : { growthPerYear: topic } }
  return {
    ...observation,
    cluster: cluster === undefined ? {} : { growthPerYear: cluster },
    topics: [own],
  }
}

describe('the growth of an observation', () => {
  const scenario = scenarioWith(['orders'])

  it('is a rule for all, and one for each producer whose topic was observed to grow', () => {
    const rules = observedGrowth(observed(figure(0.25), figure(0.4, { low: 0.3, high: 0.6 })), scenario)
    expect(rules).toEqual([
      { kind: 'compound', perPeriod: { low: 0.125, likely: 0.25, high: 0.375, coverage: 0.95 }, period: 'year' },
      {
        kind: 'compound',
        perPeriod: { low: 0.3, likely: 0.4, high: 0.6, coverage: 0.95 },
        period: 'year',
        producer: 'orders',
      },
    ])
    for (const rule of rules) expect(growthRule.parse(rule)).toEqual(rule)
  })

  it('is empty if no growth is known', () => {
    expect(observedGrowth(observed(undefined, undefined), scenario)).toEqual([])
  })

  it('stays inside the bounds of growth, however steep it was for three weeks', () => {
    const [rule] = observedGrowth(observed(figure(300, { low: -4, high: 900 }), undefined), scenario)
    expect(rule).toMatchObject({ perPeriod: { low: -0.95, likely: 100, high: 100 } })
  })
})
