/**
 * Synchronous senders: threads that send a record and wait for its acknowledgement before they send the next. This is a
 * closed loop: their number and the response time set the rate. docs/laws/senders.md has the experiment.
 */
import type { Producer, Topic, Workload } from '../contracts/workload.ts'
import type { ClientReach } from './client-keys.ts'
import { recordsPerFullRequest } from './full-request.ts'
import { type BrokerTimes, inFlightOf, type RoundTrip, requestTime } from './pipeline.ts'
import { withBatchHeader } from './record-batch.ts'
import { mostDoubt, type RequestTime, type Stretch, timeOfRequest, unstretched } from './request-time.ts'

/** Synchronous senders whose records share one connection, and what they wait for. */
export type ClosedLoop = {
  /** Senders of one client. */
  readonly clientSenders: number
  /** Share of the client's records that go over its busiest connection. */
  readonly share: number
  /** Senders on this connection. Not a whole number if they spread over several. */
  readonly senders: number
  /** Maximum number of requests in flight on the connection. */
  readonly inFlight: number
  /** Time that a batch waits for more records, in ms. */
  readonly lingerMs: number
  /** Records of a request whose batches are as large as `batch.size` allows. */
  readonly fullRecords: number
  /** True if enough senders share a batch to fill it before its linger is over. */
  readonly fillsBatch: boolean
  /** From the send of a request with this many records to its acknowledgement on an idle connection. */
  readonly responseTime: (records: number) => RequestTime
  /** Between two such requests on the connection. */
  readonly timeBetween: (records: number) => RequestTime
}

/** A linger of this or more gathers the records of all senders. It is the shortest that a Java client can have. */
const gatheringLingerMs = 1

/**
 * Records that one request carries.
 *
 * Without a linger the records of all senders are spread over the requests in flight and the batch that fills meanwhile.
 * With a linger all of them share one request: senders whose acknowledgements come while a batch lingers join it, and
 * senders that once shared a batch are acknowledged together and stay together. Shorter lingers lie between the two.
 */
export function recordsPerSynchronousRequest({ senders, inFlight, lingerMs, fullRecords }: ClosedLoop): number {
  const underWay = 1 + inFlight * Math.max(0, 1 - lingerMs / gatheringLingerMs)
  return Math.min(fullRecords, Math.max(1, senders / underWay))
}

/**
 * Most records/s over the connection: senders / (linger + response time), and no more requests than the connection
 * carries.
 */
export function synchronousRecordsPerSec(times: LoopTimes, stretch: Stretch = unstretched): number {
  const perSecByWaiting = (times.loop.senders * 1000) / waitMs(times, stretch)
  return Math.min(perSecByWaiting, (times.records * 1000) / timeOfRequest(times.between, stretch))
}

/** Time that a sender waits for the acknowledgement of one record on an idle connection, in ms. */
export function synchronousWaitMs(loop: ClosedLoop): number {
  return waitMs(loopTimes(loop), unstretched)
}

/** The times of a closed loop, which do not depend on the load. */
export type LoopTimes = {
  readonly loop: ClosedLoop
  readonly records: number
  readonly response: RequestTime
  readonly between: RequestTime
}

/** Computes the times of a closed loop. */
export function loopTimes(loop: ClosedLoop): LoopTimes {
  const records = recordsPerSynchronousRequest(loop)
  return { loop, records, response: loop.responseTime(records), between: loop.timeBetween(records) }
}

function waitMs({ loop, response }: LoopTimes, stretch: Stretch): number {
  const responseMs = timeOfRequest(response, stretch)
  const lingerMs = loop.fillsBatch ? Math.min(loop.lingerMs, responseMs) : loop.lingerMs
  return lingerMs + responseMs
}

/** The largest doubt (`Stretch`) with which the loop still sends `recordsPerSec`; 0 or less if it cannot at any doubt. */
export function mostDoubtOfLoop(times: LoopTimes, recordsPerSec: number, slowdown: number): number {
  const { loop, records, response, between } = times
  const mostMs = (loop.senders * 1000) / recordsPerSec
  // A batch that is full before its linger is over lingers no longer than a response takes.
  const isShortLinger = !loop.fillsBatch || mostMs >= 2 * loop.lingerMs
  const mostResponseMs = isShortLinger ? mostMs - loop.lingerMs : mostMs / 2
  const ofConnection = mostDoubt(between, (records * 1000) / recordsPerSec, slowdown)
  return Math.min(mostDoubt(response, mostResponseMs, slowdown), ofConnection)
}

/** The part of the wait for one record that the scenario states, in ms. A linger counts unless full batches may end it. */
export function statedWaitMs({ loop, response }: LoopTimes): number {
  const lingerMs = loop.fillsBatch ? 0 : loop.lingerMs
  return lingerMs + response.statedRoundTripMs + response.statedServiceMs
}

/** The inputs of `closedLoopOf`. */
export type LoopParts = {
  readonly producer: Producer
  readonly topic: Topic
  readonly family: Workload['clientFamily']
  readonly reach: ClientReach
  /** Records of a batch as large as `batch.size` allows. */
  readonly fullBatchRecords: number
  readonly compressedRecordBytes: number
  readonly payloadBytesPerRecord: number
  readonly roundTrip: RoundTrip
  readonly times: BrokerTimes
}

/** The closed loop of a producer's busiest connection; null if sends are asynchronous: no senders are given, or acks=0. */
export function closedLoopOf(parts: LoopParts): ClosedLoop | null {
  const { producer, topic, reach, fullBatchRecords } = parts
  const { synchronousSenders: clientSenders, acks } = producer
  if (clientSenders === undefined || acks === '0') return null
  // Without keys all senders add to the batch of one partition at a time (sticky partitioner).
  const isSticky = producer.keys.kind === 'none'
  const share = isSticky ? 1 : Math.max(reach.hottestShare, 1 / reach.leaderBrokers)
  const senders = Math.max(1, clientSenders * share)
  const inFlight = Math.min(inFlightOf(producer), senders)
  const timeOf = (records: number, maxInFlight: number) => {
    const wireBytes = records * withBatchHeader(parts.compressedRecordBytes, Math.min(records, fullBatchRecords))
    const batches = Math.max(1, records / fullBatchRecords)
    const request = { producer: { ...producer, maxInFlight }, topic, records, batches, wireBytes }
    return requestTime(request, parts.roundTrip, parts.times)
  }
  return {
    clientSenders,
    share,
    senders,
    inFlight,
    lingerMs: producer.lingerMs,
    fullRecords: isSticky
      ? fullBatchRecords
      : recordsPerFullRequest({ ...parts, hottestShare: reach.hottestShare }, share),
    // With keys each partition has a batch of its own.
    fillsBatch: (isSticky ? senders : clientSenders * reach.hottestShare) >= fullBatchRecords,
    responseTime: (records) => timeOf(records, 1),
    timeBetween: (records) => timeOf(records, inFlight),
  }
}

/** Records of one batch: a request of a Java client with keys divides them among the partitions of a broker. */
export function recordsPerSynchronousBatch(loop: ClosedLoop, { producer, family, reach }: LoopParts): number {
  const records = recordsPerSynchronousRequest(loop)
  const isOneBatch = producer.keys.kind === 'none' || family === 'librdkafka'
  return isOneBatch ? records : Math.max(1, (records * reach.hottestShare) / loop.share)
}
