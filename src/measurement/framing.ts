/**
 * Framing: the bytes of requests and responses around record batches. Client libraries count both together, and
 * predictions count record batches alone.
 */
import type { Result } from '../contracts/result.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'
import { type Sent, sentByProducer } from './acknowledged-wire.ts'
import { sumConsumers, sumProducers } from './rates.ts'

/**
 * Share of the wire bytes of some seconds that is framing, from the batches that producers reported over the run.
 *
 * Brokers serve batches as they were written. So a payload byte that a group reads takes as many bytes of batches as it
 * took when it was written, and what the group received beyond them is framing. Null if a producer reports no batches.
 *
 * @param samples the whole run, as sampled
 * @param focus the seconds; wire bytes of producers are of acknowledged records
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
    ingressShare: shareBeside(
      written,
      sumProducers(focus, ({ wireBytes }) => wireBytes),
    ),
    egressShare: shareBeside(
      read,
      sumConsumers(focus, ({ wireBytes }) => wireBytes),
    ),
  }
}

/** Not a number if the producer reports no batches. */
function batchBytesPerRecord(sent: Sent | undefined): number {
  return sent === undefined ? Number.NaN : sent.batchBytes / sent.records
}

/** By topic; topics to which nothing was written are left out. */
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

/** Share of the bytes in `whole` that are not in `part`, 0 to 1; 0 if either is not known. */
function shareBeside(part: number, whole: number): number {
  return whole > 0 && part > 0 ? Math.max(0, 1 - part / whole) : 0
}
