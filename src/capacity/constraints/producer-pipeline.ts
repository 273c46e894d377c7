/**
 * Constraints of a producer's busiest connection: its pipeline of requests or, for synchronous senders, their closed loop.
 */
import { formatInUnit } from '../../units/in-unit.ts'
import { groupDigits } from '../../units/number-text.ts'
import { type ConstraintModel, ownSource } from '../constraint-model.ts'
import { recordsPerFullRequest } from '../full-request.ts'
import { requestTime } from '../pipeline.ts'
import { withBatchHeader } from '../record-batch.ts'
import { hasStatedPart, mostDoubt, type RequestTime, timeOfRequest, unstretched } from '../request-time.ts'
import type { ProducerLoad, Situation } from '../situation.ts'
import {
  type LoopTimes,
  loopTimes,
  mostDoubtOfLoop,
  statedWaitMs,
  synchronousRecordsPerSec,
} from '../synchronous-senders.ts'
import type { TimeLaw } from '../time-law.ts'
import { recordsPerSecOf, type Traffic } from '../traffic.ts'

const source = ownSource(
  'pipeline bound of a producer connection',
  'A broker serves one request of a connection at a time, and with acks=all its service time includes the wait for the replicas, so more requests in flight only hide the network. Measured with RF 3, acks=all and batches of one record: 2,092, 2,408 and 2,478 requests/s on one connection with 1, 5 and 1,000 requests in flight, and 5,340 on four connections. A connection to a managed service carries at most 5 Gbit/s, the limit of a single flow on Amazon EC2.',
)

/**
 * Factor by which other work on the broker's processors lengthens the service time: 1 / (1 - busy share). The network takes
 * no longer. A broker above its capacity has the busy share of a broker at its capacity: requests wait longer in queues, but
 * their service time is the same.
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

/** Shortest time between requests with this many records on one connection. */
function timeOf(records: number, load: ProducerLoad, { produceRoundTrip, times }: Situation): RequestTime {
  const { producer, topic, fullBatchRecords, compressedRecordBytes } = load
  const wireBytes = records * withBatchHeader(compressedRecordBytes, fullBatchRecords)
  const batches = Math.max(1, records / fullBatchRecords)
  return requestTime({ producer, topic: topic.topic, records, batches, wireBytes }, produceRoundTrip, times)
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

/**
 * For each producer entry: records/s over the busiest connection of a client to a broker, or, if it has synchronous
 * senders, their records/s.
 */
export function producerPipelineConstraints(situation: Situation): ConstraintModel[] {
  const slowdownAt = slowdownCurve(situation)
  return situation.producers.map((load, index) => {
    if (load.closedLoop !== null) {
      return synchronousSenders(load, loopTimes(load.closedLoop), { index, slowdownAt })
    }
    const share = Math.max(load.reach.hottestShare, 1 / load.reach.leaderBrokers)
    // Field by field, because a spread of the load costs a twentieth of a prediction.
    const { family, fullBatchRecords, payloadBytesPerRecord, reach } = load
    const parts = { family, fullBatchRecords, payloadBytesPerRecord, hottestShare: reach.hottestShare }
    const records = recordsPerFullRequest(parts, share)
    const time = timeOf(records, load, situation)
    const requestMs = timeOfRequest(time, unstretched)
    const sendingShare = shareOfSending(load)
    const capacity = ((records * 1000) / requestMs) * sendingShare
    const { clients } = load
    const sentAt = (traffic: Traffic) => (recordsPerSecOf(load, traffic) / clients) * share
    const timeAt = (traffic: Traffic, lawFactor: number) =>
      timeOfRequest(time, { doubt: 1 / lawFactor, slowdown: slowdownAt(traffic) })
    const timeLaw: TimeLaw = {
      isBound: false,
      capacityAt: (lawFactor) => capacity * (requestMs / timeOfRequest(time, { doubt: 1 / lawFactor, slowdown: 1 })),
      utilisationAt: (traffic, lawFactor) => (sentAt(traffic) * timeAt(traffic, lawFactor)) / (capacity * requestMs),
      factorFor: (traffic, multiple) => {
        const ms = (capacity * requestMs) / (sentAt(traffic) * multiple)
        return factorOf(mostDoubt(time, ms, slowdownAt(traffic)))
      },
    }
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
      timeLaw: hasStatedPart(time) ? timeLaw : undefined,
      demandAt: (traffic) => (sentAt(traffic) * timeAt(traffic, 1)) / requestMs,
      demandText: (demand) =>
        `${formatInUnit(demand, 'records/s')} over the busiest connection of each "${name}" client`,
    }
  })
}

const sendersSource = ownSource(
  'closed loop of synchronous senders',
  'n senders that wait for each acknowledgement send n / response time (an identity). Records that share a request are n / (requests in flight + 1), as tried on Apache Kafka 4.3.1 (docs/laws/senders.md).',
)

/** Converts `doubt`, a factor on the law's time, to a factor on its rate. Infinite if no time is left for what is in doubt. */
function factorOf(doubt: number): number {
  return doubt > 0 ? 1 / doubt : Number.POSITIVE_INFINITY
}

function synchronousSenders(
  load: ProducerLoad,
  times: LoopTimes,
  { index, slowdownAt }: { readonly index: number; readonly slowdownAt: (traffic: Traffic) => number },
): ConstraintModel {
  const { loop } = times
  const perLoop = shareOfSending(load) / loop.share
  const capacity = synchronousRecordsPerSec(times) * perLoop
  const { clients } = load
  const sentAt = (traffic: Traffic) => recordsPerSecOf(load, traffic) / clients
  const mostAt = (traffic: Traffic, lawFactor: number) =>
    synchronousRecordsPerSec(times, { doubt: 1 / lawFactor, slowdown: slowdownAt(traffic) }) * perLoop
  const timeLaw: TimeLaw = {
    isBound: true,
    capacityAt: (lawFactor) => synchronousRecordsPerSec(times, { doubt: 1 / lawFactor, slowdown: 1 }) * perLoop,
    utilisationAt: (traffic, lawFactor) => sentAt(traffic) / mostAt(traffic, lawFactor),
    factorFor: (traffic, multiple) =>
      factorOf(mostDoubtOfLoop(times, (sentAt(traffic) * multiple) / perLoop, slowdownAt(traffic))),
  }
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
    timeLaw: statedWaitMs(times) > 0 ? timeLaw : undefined,
    demandAt: (traffic) => (sentAt(traffic) * capacity) / mostAt(traffic, 1),
    demandText: (demand) => `${formatInUnit(demand, 'records/s')} by the synchronous senders of each "${name}" client`,
  }
}
