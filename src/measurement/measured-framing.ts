/**
 * Measures framing: the bytes of requests and responses around record batches. Client libraries count framing and
 * batches together, whereas predictions count only batches.
 */
import type { Result } from '../contracts/result.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'
import { markerBytes } from '../contracts/transaction-marker.ts'
import { type SentTotals, sentByProducer } from './acknowledged-wire.ts'
import { sumConsumers, sumProducers } from './rates.ts'

/**
 * The share of framing in the wire bytes of `focus`. Null unless batches are reported for all acknowledged records.
 *
 * Brokers serve batches as they were written. So the batch bytes that a group received are computed from the payload that
 * it read and the batch bytes per payload byte of its topic, with the markers of transactions. All other bytes that the
 * group received are framing.
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
function batchBytesPerRecord(sent: SentTotals | undefined): number {
  return sent === undefined ? Number.NaN : sent.batchBytes / sent.records
}

/** Bytes of batches and markers per payload byte of each topic. Topics without acknowledged records are left out. */
function batchBytesPerPayloadByte(
  { producers }: RunPlan,
  samples: readonly Sample[],
  batchBytesOf: (producerId: string, records: number) => number,
): Map<string, number> {
  const topicOf = new Map(producers.map(({ id, topic }) => [id, topic]))
  const sums = new Map<string, { batchBytes: number; payloadBytes: number }>()
  for (const producer of samples.flatMap((sample) => sample.producers)) {
    const { producerId, ackedRecords, ackedPayloadBytes, transactions } = producer
    if (ackedPayloadBytes === 0 && transactions === undefined) continue
    const topic = topicOf.get(producerId) ?? ''
    const sum = sums.get(topic) ?? { batchBytes: 0, payloadBytes: 0 }
    sum.batchBytes += batchBytesOf(producerId, ackedRecords) + (transactions?.markers ?? 0) * markerBytes
    sum.payloadBytes += ackedPayloadBytes
    sums.set(topic, sum)
  }
  const written = [...sums].filter(([, { payloadBytes }]) => payloadBytes > 0)
  return new Map(written.map(([topic, { batchBytes, payloadBytes }]) => [topic, batchBytes / payloadBytes]))
}

/** The share of `whole` that is not in `part`, 0 to 1; 0 if either is zero. */
function shareOutside(part: number, whole: number): number {
  return whole > 0 && part > 0 ? Math.max(0, 1 - part / whole) : 0
}
