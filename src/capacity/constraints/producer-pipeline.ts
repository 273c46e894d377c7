import { formatInUnit } from '../../units/in-unit.ts'
import { groupDigits } from '../../units/number-text.ts'
import { type ConstraintModel, ownSource } from '../constraint-model.ts'
import { requestTimeMs } from '../pipeline.ts'
import { withBatchHeader } from '../record-batch.ts'
import type { ProducerLoad, Situation } from '../situation.ts'
import { recordsPerSecOf, type Traffic } from '../traffic.ts'

const source = ownSource(
  'pipeline bound of a producer connection',
  'A broker serves one request of a connection at a time, and with acks=all that time holds the wait for the replicas, so requests in flight hide the network only. Measured with RF 3, acks=all and batches of one on one connection: 2,092, 2,408 and 2,478 requests/s at 1, 5 and 1,000 in flight; four connections 5,340.',
)

/** Largest produce request of a Java client (`max.request.size`). */
const javaRequestBytes = 1_048_576

/**
 * Records of one request where records wait behind a busy connection: they fill batches.
 *
 * librdkafka sends one batch. A Java client sends one of each partition of the broker; the hottest one's is full, so all
 * together hold as much more as the connection's `share` of the records is larger than that partition's.
 */
function recordsPerRequest(load: ProducerLoad, share: number): number {
  if (load.family === 'librdkafka') return load.fullBatchRecords
  const bySize = Math.max(load.fullBatchRecords, javaRequestBytes / load.payloadBytesPerRecord)
  return Math.min((load.fullBatchRecords * share) / load.hottest.share, bySize)
}

/**
 * How much longer requests take while the processors of the broker are busy with other work: 1 / (1 - busy share).
 *
 * Fitted to Huawei's figures of 2025: three replicas make 88 us of service 207 us where replica fetches keep 57 % busy.
 */
function stretchBy(situation: Situation): (traffic: Traffic) => number {
  const { hardware, context } = situation
  if (hardware === null) return () => 1
  const cores = hardware.cores * context.capacityScale
  return ({ broker }) => 1 / Math.max(0.001, 1 - (broker?.otherCores ?? 0) / cores)
}

/** Time of a request of so many records on its connection, in ms: of a Java client with a batch of each partition. */
function timeOf(records: number, load: ProducerLoad, { roundTripMs, times }: Situation): number {
  const { producer, topic, fullBatchRecords, compressedRecordBytes } = load
  const wireBytes = records * withBatchHeader(compressedRecordBytes, fullBatchRecords)
  return requestTimeMs({ producer, topic: topic.topic, records, wireBytes }, roundTripMs, times)
}

/** Records a second over the busiest connection of a producer client to a leader broker, of each producer entry. */
export function producerPipelineConstraints(situation: Situation): ConstraintModel[] {
  const stretchAt = stretchBy(situation)
  return situation.producers.map((load, index) => {
    const share = Math.max(load.hottest.share, 1 / load.topic.leaderBrokers)
    const records = recordsPerRequest(load, share)
    const requestMs = timeOf(records, load, situation)
    const capacity = (records * 1000) / requestMs
    const { clients } = load
    const { name } = load.producer
    return {
      id: `producer-pipeline:${index}:${name}`,
      dimension: 'producer-pipeline',
      layer: 'client',
      kind: 'physical',
      capacity,
      unit: 'records/s',
      source,
      bursts: false,
      capacityText: () =>
        `${groupDigits(records, 1)} records a request / ${groupDigits(requestMs, 3)} ms = ${formatInUnit(capacity, 'records/s')}`,
      demandAt: (traffic) => (recordsPerSecOf(load, traffic) / clients) * share * stretchAt(traffic),
      demandText: (demand) =>
        `${formatInUnit(demand, 'records/s')} over the busiest connection of each "${name}" client`,
    }
  })
}
