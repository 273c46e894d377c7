import { describe, expect, it } from 'vitest'
import { predict } from '../../../../src/capacity/predict.ts'
import { predictionSection } from '../../../../src/presentation/sizing/prediction-sections.ts'
import { today } from '../../billing/shipped-prices.ts'
import { dedicated, smallScenario } from '../../capacity/known-files.ts'

/** 2 CKUs of 2020 give 300 MB/s out: five groups want more than that of 80 MB/s. */
function textOf(groups: number, asOf?: string): string {
  const scenario = smallScenario({
    topic: { partitions: 108, retentionMs: 3_600_000 },
    producer: { peakRecordsPerSec: 150_000, clients: 50 },
    group: { count: groups, members: 10 },
    ...(asOf === undefined ? {} : { deployment: { asOf } }),
  })
  return JSON.stringify(
    predictionSection({ prediction: predict(scenario, dedicated), unitName: dedicated.unitName, noSize: null }, today)
      .blocks,
  )
}

describe('the prediction of a report', () => {
  it('says how fast the lag grows and when unread data is deleted if consumers fall behind', () => {
    const text = textOf(5)
    expect(text).toContain('Growth of the lag')
    expect(text).toMatch(/[\d.]+ MB\/s, [\d.]+ MB\/s per group on average; unread data of events is deleted after \d/)
    expect(text).toMatch(/consumers keep up with [\d.]+ % of the offered load/)
  })

  it('does not mention a lag if consumers keep up', () => {
    expect(textOf(2)).not.toContain('Growth of the lag')
  })

  it('marks a binding limit whose source is more than a year old', () => {
    expect(textOf(5)).toContain('more than a year old')
    const newer = textOf(5, '2026-03')
    expect(newer).toContain('Binding limit: ')
    expect(newer).not.toContain('more than a year old')
  })
})
