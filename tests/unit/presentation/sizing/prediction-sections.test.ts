import { describe, expect, it } from 'vitest'
import { predict } from '../../../../src/capacity/predict.ts'
import type { Prediction } from '../../../../src/contracts/prediction.ts'
import { headroomLabel } from '../../../../src/presentation/labels.ts'
import { answerTiles } from '../../../../src/presentation/sizing/answer-tiles.ts'
import {
  assumptionsSection,
  limitsSection,
  predictionSection,
} from '../../../../src/presentation/sizing/prediction-sections.ts'
import { recommendationFacts } from '../../../../src/presentation/sizing/recommendation-sections.ts'
import { today } from '../../billing/shipped-prices.ts'
import { dedicated, shippedOffering, smallScenario } from '../../capacity/known-files.ts'

/** The lines below the headroom among the tiles of a prediction. */
function headroomNotes(prediction: Prediction): readonly string[] | undefined {
  return answerTiles(prediction).find(({ label }) => label === headroomLabel)?.notes
}

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
    expect(text).toMatch(
      /[\d.]+ MB\/s, [\d.]+ MB\/s per group on average; unread data of events is deleted after \d.*, when consumers are \d.* behind/,
    )
    expect(text).toMatch(/consumers keep up with [\d.]+ % of the offered load/)
  })

  it('lists the first assumptions of a scenario with hundreds, and counts the others', () => {
    const prediction = predict(smallScenario({}), dedicated)
    const assumptions = Array.from({ length: 70 }, (_, index) => ({
      id: `a-${index}`,
      text: `Assumption ${index + 1}.`,
    }))
    const text = JSON.stringify(assumptionsSection({ ...prediction, assumptions }).blocks)
    expect(text).toContain('Assumption 25.')
    expect(text).not.toContain('Assumption 26.')
    expect(text).toContain('And 45 more. The JSON has all of them.')
    expect(JSON.stringify(assumptionsSection(prediction).blocks)).not.toContain('The JSON has all')
  })

  it('says of which clients offered bytes and limits are, where waiting makes batches fuller', () => {
    const captionsOf = (prediction: Prediction) =>
      [predictionSection({ prediction, unitName: dedicated.unitName, noSize: null }, today), limitsSection(prediction)]
        .flatMap(({ blocks }) => blocks)
        .flatMap((block) => (block.kind === 'table' ? [block.caption] : []))
    expect(captionsOf(predict(smallScenario({}), dedicated))).toEqual(
      expect.arrayContaining(['What to plan with', 'Every limit at the offered load']),
    )
    const basic = shippedOffering('confluent-cloud-basic')
    const crowded = smallScenario({
      producer: { clients: 3, peakRecordsPerSec: 200_000, recordValueBytes: 40, lingerMs: 0 },
      deployment: { offering: basic.id, size: 3, asOf: undefined },
    })
    expect(captionsOf(predict(crowded, basic))).toEqual(
      expect.arrayContaining([
        'What to plan with; the offered bytes are those of clients that wait, which fills their batches',
        'Every limit at the offered load if no client waits, so that batches are less full',
      ]),
    )
    // 8.12 MB/s without waiting and 8.1 with it: a difference of 0.2 % is explained too where it is seen.
    const premium = shippedOffering('azure-event-hubs-premium')
    const little = smallScenario({
      workload: { clientFamily: 'java' },
      topic: { partitions: 24, retentionMs: 259_200_000 },
      producer: { clients: 4, peakRecordsPerSec: 8000, recordValueBytes: 1000 },
      deployment: { offering: premium.id, size: 1, asOf: undefined },
    })
    expect(captionsOf(predict(little, premium))).toContain(
      'What to plan with; the offered bytes are those of clients that wait, which fills their batches',
    )
  })

  it('names both factors if brokers carry more of the load as clients wait', () => {
    const plain = predict(smallScenario({}), dedicated)
    expect(headroomNotes(plain)).toHaveLength(1)
    const waiting = { headroom: 0.63, binding: [] }
    const lag = {
      growthBytesPerSec: { low: 1, likely: 1, high: 1 },
      readShare: 0.63,
      groups: 1,
      untilRetentionMs: null,
      topic: null,
    }
    const prediction = { ...plain, headroom: 0.03, directions: { ingress: waiting, egress: waiting }, lag }
    expect(headroomNotes(prediction)).toEqual([
      expect.stringMatching(/^[\d.]+ MB\/s in$/),
      'above it consumers fall behind',
    ])
    expect(answerTiles(prediction).find(({ label }) => label === headroomLabel)?.value.digits).toBe('×0.63')
    const factsOf = (given: Prediction) =>
      JSON.stringify(recommendationFacts({ prediction: given, unitName: dedicated.unitName, noSize: null }))
    expect(factsOf({ ...prediction, binding: [] })).toContain(
      'if no client waits, 0.03 times the offered load fits; if clients wait, which fills their batches, consumers keep up with 0.63 times the offered load',
    )
    const ingress = plain.constraints.find(({ dimension }) => dimension === 'ingress')
    if (ingress === undefined) throw new Error('no limit of ingress')
    const full = { ...prediction, binding: [ingress], constraints: [{ ...ingress, utilisation: 7.5 }] }
    expect(factsOf(full)).toContain(
      '0.03 times the offered load fits (fewer records make smaller batches, so requests shrink less than the load); if clients wait',
    )
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
