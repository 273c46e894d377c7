/**
 * Measures the compression ratio of a run from the sizes of the batches that the client library sent.
 */
import { batchHeaderBytes } from '../contracts/batch-header.ts'
import type { Result } from '../contracts/result.ts'
import type { PlannedProducer, RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'

/**
 * Framing of a record of a few hundred bytes (lengths, deltas, attributes, header count), for plans without
 * `batchedRecordBytes`.
 */
const recordFramingBytes = 10

/** Uncompressed bytes of a planned record inside a batch. */
export function batchedRecordBytes(planned: PlannedProducer): number {
  return planned.batchedRecordBytes ?? planned.recordValueBytes + planned.recordKeyBytes + recordFramingBytes
}

/**
 * The measured and the stated compression ratio over a set of seconds: compressed / uncompressed bytes of all records
 * in batches.
 *
 * The stated ratio is the mean of the producers' ratios, weighted by the uncompressed bytes that each sent. Null if the
 * plan states no ratio or no sample reports batches.
 */
export function compressionOver(plan: RunPlan, samples: readonly Sample[]): NonNullable<Result['compression']> | null {
  const planned = new Map(plan.producers.map((producer) => [producer.id, producer]))
  let compressed = 0
  let plain = 0
  let stated = 0
  let isReported = false
  for (const { producerId, batches } of samples.flatMap((sample) => sample.producers)) {
    const producer = planned.get(producerId)
    if (producer?.compressionRatio === undefined || batches === undefined) continue
    isReported = true
    const plainBytes = batches.records * batchedRecordBytes(producer)
    plain += plainBytes
    stated += plainBytes * producer.compressionRatio
    compressed += Math.max(0, batches.bytes - batches.count * batchHeaderBytes)
  }
  if (!isReported) return null
  if (plain === 0) return { measuredRatio: null, statedRatio: 1 }
  return { measuredRatio: compressed / plain, statedRatio: Math.min(1, stated / plain) }
}
