import { describe, expect, it } from 'vitest'
import type { ForecastCosts } from '../../../../src/contracts/forecast-costs.ts'
import { costTrendSentence } from '../../../../src/presentation/forecast/forecast-cost-section.ts'
import { dayNumber, scenarioWith } from '../../capacity/forecast/forecast-cases.ts'
import { shippedOffering } from '../../capacity/known-files.ts'
import { forecastAnswer } from './known-forecast.ts'

describe('the sentence on costs over time', () => {
  const scenario = scenarioWith(['orders'])
  const question = { rules: [], from: dayNumber('2026-12-01'), to: dayNumber('2029-12-01') }
  const answered = forecastAnswer(scenario, shippedOffering(scenario.deployment.offering), question)

  /** The sentence if nothing but these charges is missing. */
  function sentenceWithout(missing: ForecastCosts['missing']): string {
    return costTrendSentence({ ...answered, costs: { ...answered.costs, currency: null, missing } })
  }

  it('says that a retention is not stated, not that the price of storage is missing', () => {
    const units = { name: 'Units', unknown: 'price', reason: 'Not published.' } as const
    const storage = { ...units, name: 'Storage' }
    const unstated = {
      name: 'Storage',
      unknown: 'retention',
      reason: 'The retention of orders is not stated.',
    } as const
    expect(sentenceWithout([units, unstated])).toBe(
      'Not known: no price of units is known. Give yours. Also not known: storage, because a retention is not stated.',
    )
    expect(sentenceWithout([unstated])).toBe('Not known: storage, because a retention is not stated.')
    expect(sentenceWithout([units, storage])).toBe('Not known: no price of units and storage is known. Give yours.')
  })
})
