/**
 * A run of small records on quotas, from its samples to its verdict: 50 bytes in batches of one and of eight.
 */
import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import type { ConsumerSample, ProducerSample } from '../../../src/contracts/sample.ts'
import { overlayResult } from '../../../src/evidence/overlay.ts'
import { computeResult } from '../../../src/measurement/compute-result.ts'
import { dedicated, smallScenario } from '../capacity/known-files.ts'
import { simulateRun } from '../measurement/simulated-run.ts'
import { quotaTarget } from './overlay-case.ts'

interface Batches {
  readonly what: string
  readonly batchBytes: number
  /** Bytes of batch and of produce request a record, by hand. */
  readonly inBatch: number
  readonly inRequest: number
}

/**
 * A header of 61 bytes a batch and 58 a record (two of them its time, with a linger of 1 s); 36 bytes a request, a topic's
 * name of 36 and a client id of 40.
 */
const ofOne: Batches = { what: 'of one record', batchBytes: 1, inBatch: 61 + 58, inRequest: 61 + 58 + 112 }
const ofEight: Batches = {
  what: 'of eight records',
  batchBytes: 61 + 8 * 58,
  inBatch: 61 / 8 + 58,
  inRequest: (61 + 112) / 8 + 58,
}

/** Length of a produce request, and framing of a fetch response that carries 500 records. */
const [lengthBytes, responseBytesPerRecord] = [4, 1]

const recordsPerSec = 1200

/** Two producers offer 1,000 records/s each, of which the quota lets 1,200 x `factor` pass. */
function overlayOf({ batchBytes, inBatch, inRequest }: Batches, factor: number, groups = 1) {
  const producer = { recordValueBytes: 50, batchBytes, lingerMs: 1000, peakRecordsPerSec: 2000, clients: 2 }
  const ingress = { unit: 'bytes/s', kind: 'fixed', source: { title: 'test', date: '2020-04', grade: 'D' } } as const
  const limits = [
    { ...ingress, dimension: 'ingress', max: recordsPerSec * inRequest } as const,
    { ...ingress, dimension: 'egress', max: 1e9 } as const,
  ]
  const model = { ...dedicated, limitSets: dedicated.limitSets.map((set) => ({ ...set, limits })) }
  const prediction = predict(smallScenario({ producer, group: { count: groups } }), model, {
    allowsBurst: false,
    brokers: 1,
    namePrefixBytes: 30,
  })
  const { plan, samples } = simulateRun({ groups, quotaPerSec: (recordsPerSec / 2) * factor, burstPerSec: 3000 })
  const perBatch = batchBytes === 1 ? 1 : 8
  const written = (sample: ProducerSample): ProducerSample => ({
    ...sample,
    ackedPayloadBytes: sample.ackedRecords * 50,
    wireBytes: sample.ackedRecords * (inRequest + lengthBytes / perBatch),
    batches: {
      count: sample.ackedRecords / perBatch,
      records: sample.ackedRecords,
      bytes: sample.ackedRecords * inBatch,
    },
  })
  const read = (sample: ConsumerSample): ConsumerSample => ({
    ...sample,
    payloadBytes: sample.records * 50,
    wireBytes: sample.records * (inBatch + responseBytesPerRecord),
  })
  const changed = samples.map((sample) => ({
    ...sample,
    producers: sample.producers.map(written),
    consumers: sample.consumers.map(read),
  }))
  const result = computeResult(plan, changed)
  return overlayResult({
    prediction,
    result,
    target: quotaTarget,
    plan,
    status: 'complete',
    endReason: 'plan-complete',
  })
}

describe.each([ofOne, ofEight])('small records in batches $what', (batches) => {
  it.each([1, 2])('are confirmed where the quota is the predicted one, with %d groups', (groups) => {
    const { verdict, reasonCode, reason, comparisons } = overlayOf(batches, 1, groups)
    expect([verdict, reasonCode], reason).toEqual(['confirmed', 'broker-quota'])
    const [ingress, egress] = comparisons
    expect(ingress?.predicted.likely).toBeCloseTo(recordsPerSec * batches.inBatch, -2)
    expect(ingress?.relativeError).toBeCloseTo(0, 2)
    expect(egress?.relativeError).toBeCloseTo(0, 2)
  })

  it('are below if the quota is 0.7 of the predicted limit, and above if it is 1.4 of it', () => {
    expect(overlayOf(batches, 0.7)).toMatchObject({ verdict: 'below', reasonCode: 'below-band' })
    expect(overlayOf(batches, 1.4)).toMatchObject({ verdict: 'above', reasonCode: 'above-band' })
  })

  it('are below if they stay a tenth under the quota', () => {
    expect(overlayOf(batches, 0.9).verdict).toBe('below')
  })
})

describe('the framing of small records', () => {
  it('is named if it is more than 5 % of the batches', () => {
    expect(overlayOf(ofOne, 0.7).reason).toMatch(
      / The framing of produce requests took another 97 % of the bytes in\.$/,
    )
  })
})
