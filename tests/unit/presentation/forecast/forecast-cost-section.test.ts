import { describe, expect, it } from 'vitest'
import { costTrendSentence } from '../../../../src/presentation/forecast/forecast-cost-section.ts'
import { dayNumber, scenarioWith } from '../../capacity/forecast/forecast-cases.ts'
import { shippedOffering } from '../../capacity/known-files.ts'
import { forecastAnswer } from './known-forecast.ts'

describe('the sentence on costs over time', () => {
  const scenario = scenarioWith(['orders'])
  const question = { rules: [], from: dayNumber('2026-12-01'), to: dayNumber('2029-12-01') }
  const answered = forecastAnswer(scenario, shippedOffering(scenario.deployment.offering), question)

  /** The sentence if nothing but these charges is missing. */
  function sentenceWithout(missing: { name: string; reason: string }[]): string {
    return costTrendSentence({ ...answered, costs: { ...answered.costs, currency: null, missing } })
  }

  it('says that a retention is not stated, not that the price of storage is missing', () => {
    const units = { name: 'Units', reason: 'Not published.' }
    const storage = { name: 'Storage', reason: 'The retention of orders, payments is not stated.' }
    expect(sentenceWithout([units, storage])).toBe(
      'Not known: no price of units is known. Give yours. Also not known: storage, because a retention is not stated.',
    )
    expect(sentenceWithout([storage])).toBe('Not known: storage, because a retention is not stated.')
    expect(sentenceWithout([units, { ...storage, reason: 'Not published.' }])).toBe(
      'Not known: no price of units and storage is known. Give yours.',
    )
  })
})
