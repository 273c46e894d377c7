import { formatInUnit } from '../../units/in-unit.ts'
import { groupDigits } from '../../units/number-text.ts'
import { type ConstraintModel, ownSource } from '../constraint-model.ts'
import { recordsPerFullRequest } from '../full-request.ts'
import { requestTimeMs } from '../pipeline.ts'
import { withBatchHeader } from '../record-batch.ts'
import type { ProducerLoad, Situation } from '../situation.ts'
import { type ClosedLoop, synchronousRecordsPerSec } from '../synchronous-senders.ts'
import { recordsPerSecOf, type Traffic } from '../traffic.ts'

const source = ownSource(
  'pipeline bound of a producer connection',
  'A broker serves one request of a connection at a time, and with acks=all its service time includes the wait for the replicas, so more requests in flight only hide the network. Measured with RF 3, acks=all and batches of one record: 2,092, 2,408 and 2,478 requests/s on one connection with 1, 5 and 1,000 requests in flight, and 5,340 on four connections. A connection to a managed service carries at most 5 Gbit/s, the limit of a single flow on Amazon EC2.',
)

/**
 * Factor by which other work on the broker's processors lengthens requests: 1 / (1 - busy share). Brokers over their
 * capacity have the share of brokers just at it: requests wait longer in queues, but do not need more service time.
 *
 * Fitted to Huawei's figures of 2025: with three replicas, replica fetches keep 57 % of the processors busy, and the
 * service time rises from 88 us to 207 us.
 */
function slowdownCurve(situation: Situation): (traffic: Traffic) => number {
  const { hardware, context } = situation
  if (hardware === null) return () => 1
  const cores = hardware.cores * context.capacityScale
  return ({ broker }) => {
    if (broker === null) return 1
    const busy = broker.otherCores / cores / Math.max(1, broker.utilisation)
    return 1 / Math.max(0.001, 1 - busy)
  }
}

/** Shortest time between requests with this many records on one connection, in ms. */
function timeOf(records: number, load: ProducerLoad, { produceRoundTripMs, times }: Situation): number {
  const { producer, topic, fullBatchRecords, compressedRecordBytes } = load
  const wireBytes = records * withBatchHeader(compressedRecordBytes, fullBatchRecords)
  const batches = Math.max(1, records / fullBatchRecords)
  return requestTimeMs({ producer, topic: topic.topic, records, batches, wireBytes }, produceRoundTripMs, times)
}

/** Share of the time in which a client sends and does not wait for a commit. */
function shareOfSending({ transactionMs, commitMs }: ProducerLoad): number {
  return transactionMs === null ? 1 : transactionMs / (transactionMs + commitMs)
}

/** " x 100 / (100 + 2.8) for commits"; empty without transactions. */
function commitText({ transactionMs, commitMs }: ProducerLoad): string {
  if (transactionMs === null) return ''
  const shown = groupDigits(transactionMs, 3)
  return ` x ${shown} / (${shown} + ${groupDigits(commitMs, 3)}) for commits`
}

/** The time of a request, and how much of it is the round trip between brokers that the scenario gives. */
function requestText(requestMs: number, { producer, topic }: ProducerLoad, { times }: Situation): string {
  const waits = producer.acks === 'all' && topic.topic.replicationFactor > 1 && times.brokerRoundTripMs > 0
  const text = `${groupDigits(requestMs, 3)} ms`
  return waits ? `(${text}, of which ${groupDigits(times.brokerRoundTripMs, 3)} ms between brokers)` : text
}

/** Round trips that the scenario gives and that an acknowledgement takes at least, in ms; 0 if it gives none. */
function leastWaitMs({ producer, topic }: ProducerLoad, { workload, deployment }: Situation): number {
  const waitsForFollowers = producer.acks === 'all' && topic.topic.replicationFactor > 1
  return (workload.roundTripMs ?? 0) + (waitsForFollowers ? (deployment.brokerRoundTripMs ?? 0) : 0)
}

/**
 * For each producer entry: records/s over the busiest connection of a client to a broker, or, if it has synchronous
 * senders, their records/s.
 */
export function producerPipelineConstraints(situation: Situation): ConstraintModel[] {
  const slowdownAt = slowdownCurve(situation)
  return situation.producers.map((load, index) => {
    if (load.closedLoop !== null) {
      const sendingShare = shareOfSending(load)
      const leastMs = leastWaitMs(load, situation)
      return synchronousSenders(load, load.closedLoop, { index, slowdownAt, sendingShare, leastMs })
    }
    const share = Math.max(load.hottest.share, 1 / load.topic.leaderBrokers)
    // Field by field, because a spread of the load costs a twentieth of a prediction.
    const { family, fullBatchRecords, payloadBytesPerRecord, hottest } = load
    const parts = { family, fullBatchRecords, payloadBytesPerRecord, hottestShare: hottest.share }
    const records = recordsPerFullRequest(parts, share)
    const requestMs = timeOf(records, load, situation)
    const sendingShare = shareOfSending(load)
    const capacity = ((records * 1000) / requestMs) * sendingShare
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
      mayBurst: false,
      capacityText: () =>
        `${groupDigits(records, 1)} ${records === 1 ? 'record' : 'records'} per request / ${requestText(requestMs, load, situation)}${commitText(load)} = ${formatInUnit(capacity, 'records/s')}`,
      demandAt: (traffic) => (recordsPerSecOf(load, traffic) / clients) * share * slowdownAt(traffic),
      demandText: (demand) =>
        `${formatInUnit(demand, 'records/s')} over the busiest connection of each "${name}" client`,
    }
  })
}

const sendersSource = ownSource(
  'closed loop of synchronous senders',
  'n senders that wait for each acknowledgement send n / response time (an identity). Records that share a request are n / (requests in flight + 1), as tried on Apache Kafka 4.3.1 (docs/laws/senders.md).',
)

function synchronousSenders(
  load: ProducerLoad,
  loop: ClosedLoop,
  {
    index,
    slowdownAt,
    sendingShare,
    leastMs,
  }: {
    readonly index: number
    readonly slowdownAt: (traffic: Traffic) => number
    readonly sendingShare: number
    readonly leastMs: number
  },
): ConstraintModel {
  const capacity = (synchronousRecordsPerSec(loop) / loop.share) * sendingShare
  const { clients } = load
  const sentAt = (traffic: Traffic) => recordsPerSecOf(load, traffic) / clients
  const { name } = load.producer
  return {
    id: `synchronous-senders:${index}:${name}`,
    dimension: 'synchronous-senders',
    layer: 'client',
    kind: 'physical',
    capacity,
    unit: 'records/s',
    source: sendersSource,
    mayBurst: false,
    capacityText: () => {
      const waitMs = (loop.clientSenders * 1000) / capacity
      return `${formatInUnit(loop.clientSenders, 'senders')} / ${groupDigits(waitMs, 3)} ms = ${formatInUnit(capacity, 'records/s')}`
    },
    demandAt: (traffic) => sentAt(traffic) * slowdownAt(traffic),
    // A sender that waits sends no more than one record in each round trip, however fast the brokers are.
    line: leastMs === 0 ? undefined : { capacity: (loop.clientSenders * 1000) / leastMs, demandAt: sentAt },
    demandText: (demand) => `${formatInUnit(demand, 'records/s')} by the synchronous senders of each "${name}" client`,
  }
}
