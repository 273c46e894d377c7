/**
 * Measures framing: the bytes of requests and responses around record batches. Client libraries count framing and
 * batches together, whereas predictions count only batches.
 */
import type { Result } from '../contracts/result.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'
import { type Sent, sentByProducer } from './acknowledged-wire.ts'
import { sumConsumers, sumProducers } from './rates.ts'

/**
 * The share of framing in the wire bytes of `focus`. Null unless batches are reported for all acknowledged records.
 *
 * Brokers serve batches as they were written. So each payload byte that a group reads takes as many batch bytes as when
 * it was written, and all other bytes that the group received are framing.
 *
 * @param samples all samples of the run, with the batches that producers reported
 * @param focus the samples to measure; their producers' wire bytes are those of acknowledged records
 */
export function framingOver(
  plan: RunPlan,
  samples: readonly Sample[],
  focus: readonly Sample[],
): NonNullable<Result['framing']> | null {
  const sent = sentByProducer(samples)
  if (sent.size === 0) return null
  const batchBytesOf = (producerId: string, records: number) =>
    records === 0 ? 0 : batchBytesPerRecord(sent.get(producerId)) * records
  const written = sumProducers(focus, ({ producerId, ackedRecords }) => batchBytesOf(producerId, ackedRecords))
  const perPayloadByte = batchBytesPerPayloadByte(plan, samples, batchBytesOf)
  const topicOf = new Map(plan.consumerGroups.map(({ groupId, topic }) => [groupId, topic]))
  const read = sumConsumers(
    focus,
    ({ groupId, payloadBytes }) => payloadBytes * (perPayloadByte.get(topicOf.get(groupId) ?? '') ?? 0),
  )
  if (Number.isNaN(written)) return null
  return {
    ingressShare: shareOutside(
      written,
      sumProducers(focus, ({ wireBytes }) => wireBytes),
    ),
    egressShare: shareOutside(
      read,
      sumConsumers(focus, ({ wireBytes }) => wireBytes),
    ),
  }
}

/** NaN if the producer reports no batches. */
function batchBytesPerRecord(sent: Sent | undefined): number {
  return sent === undefined ? Number.NaN : sent.batchBytes / sent.records
}

/** Batch bytes per payload byte of each topic. Topics without acknowledged records are left out. */
function batchBytesPerPayloadByte(
  { producers }: RunPlan,
  samples: readonly Sample[],
  batchBytesOf: (producerId: string, records: number) => number,
): Map<string, number> {
  const topicOf = new Map(producers.map(({ id, topic }) => [id, topic]))
  const sums = new Map<string, { batchBytes: number; payloadBytes: number }>()
  for (const { producerId, ackedRecords, ackedPayloadBytes } of samples.flatMap((sample) => sample.producers)) {
    if (ackedPayloadBytes === 0) continue
    const topic = topicOf.get(producerId) ?? ''
    const sum = sums.get(topic) ?? { batchBytes: 0, payloadBytes: 0 }
    sum.batchBytes += batchBytesOf(producerId, ackedRecords)
    sum.payloadBytes += ackedPayloadBytes
    sums.set(topic, sum)
  }
  return new Map([...sums].map(([topic, { batchBytes, payloadBytes }]) => [topic, batchBytes / payloadBytes]))
}

/** The share of `whole` that is not in `part`, 0 to 1; 0 if either is zero. */
function shareOutside(part: number, whole: number): number {
  return whole > 0 && part > 0 ? Math.max(0, 1 - part / whole) : 0
}
