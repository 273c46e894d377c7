import { describe, expect, it } from 'vitest'
import { predict } from '../../../../src/capacity/predict.ts'
import { predictionSection } from '../../../../src/presentation/sizing/prediction-sections.ts'
import { dedicated, smallScenario } from '../../capacity/known-files.ts'

/** 2 CKUs of 2020 give 300 MB/s out: five groups want more than that of 80 MB/s. */
function textOf(groups: number): string {
  const scenario = smallScenario({
    topic: { partitions: 108, retentionMs: 3_600_000 },
    producer: { peakRecordsPerSec: 150_000, clients: 50 },
    group: { count: groups, members: 10 },
  })
  return JSON.stringify(
    predictionSection({ prediction: predict(scenario, dedicated), unitName: dedicated.unitName, noSize: null }).blocks,
  )
}

describe('the prediction of a report', () => {
  it('says how fast the lag grows and when unread data is deleted if consumers fall behind', () => {
    const text = textOf(5)
    expect(text).toContain('Growth of the lag')
    expect(text).toMatch(/[\d.]+ MB\/s, [\d.]+ MB\/s a group on average; unread data of events is deleted after \d/)
    expect(text).toMatch(/consumers keep up with [\d.]+ % of the offered load/)
  })

  it('does not mention a lag if consumers keep up', () => {
    expect(textOf(2)).not.toContain('Growth of the lag')
  })
})
