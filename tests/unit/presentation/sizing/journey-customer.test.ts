/**
 * The customer of tests/e2e/journey.e2e.ts: figures that stand beside each other in Sizing, and that readers of its pictures took
 * for a contradiction.
 */
import { describe, expect, it } from 'vitest'
import { explainPrediction } from '../../../../src/capacity/explain-prediction.ts'
import { predict } from '../../../../src/capacity/predict.ts'
import { scaleScenario } from '../../../../src/capacity/scale-scenario.ts'
import { scenario as schema } from '../../../../src/contracts/scenario.ts'
import { recommendScenario } from '../../../../src/planning/recommended-scenario.ts'
import { answerTiles } from '../../../../src/presentation/sizing/answer-tiles.ts'
import { dedicated } from '../../capacity/known-files.ts'
import { recommended } from './worded-on-dedicated.ts'

const customer = schema.parse({
  kind: 'headroom.scenario',
  schemaVersion: 1,
  name: 'Customer',
  workload: {
    topics: [{ name: 'records', partitions: 12, retentionMs: 604_800_000 }],
    producers: [
      {
        name: 'writers',
        topic: 'records',
        averageRecordsPerSec: 40_000,
        peakRecordsPerSec: 120_000,
        recordValueBytes: 1_400,
        recordKeyBytes: 8,
        clients: 200,
        // 8 % of the records have the most frequent key.
        keys: { kind: 'zipf', distinct: 1_000_000, exponent: 1.0219 },
        compression: 'lz4',
        compressionRatio: 1 / 3,
        isIdempotent: true,
      },
    ],
    consumerGroups: [{ name: 'readers', topic: 'records', count: 5, members: 12 }],
  },
  deployment: { offering: dedicated.id, size: 1, cloud: 'aws' },
})
const applied = recommendScenario(customer, dedicated).scenario

describe('what stands beside each other in Sizing', () => {
  it('is how full the recommended size would be, before and after it is applied', () => {
    const full = 'Fullest limit at the offered load: egress of the fullest partition at 79.7 % (target 80 %).'
    expect(recommended(customer).reason.startsWith(full)).toBe(true)
    expect(recommended(applied).reason).toBe(full)
  })

  it('names the figure of the chart beside that of the largest size', () => {
    expect(recommended(customer).reason).toContain(
      'At the largest size, 152 CKUs: partition egress (records) at 132 % (136 % at 1 CKU).',
    )
  })

  it('says of every limit that the chart shows above 100 % why the load is carried in nevertheless', () => {
    expect(explainPrediction(predict(customer, dedicated))).toContain(
      'The requests would be 755 % and the ingress 104 % used if no producer waited; waiting fills their batches, which use less.',
    )
  })

  it('says that the records grow by another factor than the bytes: 1.26 and 78.3 / 62.4', () => {
    const prediction = predict(applied, dedicated)
    expect(explainPrediction(prediction)).toContain('could take 1.26 times as many records/s.')
    expect(answerTiles(prediction)[3]).toMatchObject({
      value: { digits: '×1.26', unit: '' },
      notes: ['78.3 MB/s in at most', '×1.25 of the bytes, in fuller batches'],
    })
  })

  it('says the same of a key that grows above the target, before and after the recommendation is applied', () => {
    const sentence = 'No size keeps every limit at or below 80 % for "records": spread its most frequent key.'
    expect(recommended(scaleScenario(customer, 1.2)).sentence).toBe(sentence)
    expect(recommended(scaleScenario(applied, 1.2)).sentence).toBe(sentence)
    // Above a partition's whole limit no size is enough.
    expect(recommended(scaleScenario(customer, 1.5)).sentence).toBe(
      'No size is enough for "records": spread its most frequent key.',
    )
  })
})
