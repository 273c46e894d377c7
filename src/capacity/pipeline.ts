/**
 * The pipeline bound: how many produce requests per second one connection of a producer can carry.
 *
 * A broker serves one request of a connection at a time. With acks=all the service time contains the wait for the
 * replicas, so requests in flight hide only the network round trip.
 */
import type { Producer, Topic } from '../contracts/workload.ts'
import type { BrokerHardware } from './hardware/broker-hardware.ts'
import { flushesPerSec, statedFlushMs } from './hardware/flushing.ts'
import { type RequestTime, timeOfRequest, unstretched } from './request-time.ts'

/** The parts of a broker's service time for one produce request. */
export type BrokerTimes = {
  /** Per request. */
  readonly requestMs: number
  /** Per record. */
  readonly recordMs: number
  /** Per wire byte. */
  readonly byteMs: number
  /** Per request with acks=all and followers: the wait for the replicas. */
  readonly replicaWaitMs: number
  /**
   * Time to copy one wire byte from the leader's log to a follower's, with acks=all. Followers copy in parallel, so it
   * counts once.
   */
  readonly replicaAppendByteMs: number
  /** Time of one wire byte through the leader's network port, for each follower, with acks=all. */
  readonly leaderPortByteMs: number
  /** Round trip between brokers that the scenario gives; `replicaWaitMs` contains it. */
  readonly brokerRoundTripMs: number
  /** Per flush of a topic with `flushMessages`: the broker's disk. */
  readonly flushMs: number
  /** The part of `flushMs` that the scenario states: the time of one sync; 0 if it states none. */
  readonly statedFlushMs: number
  /** Wire bytes/s that the network carries over one connection. */
  readonly connectionBytesPerSec: number
}

/**
 * 5 Gbit/s: the maximum of a single flow between hosts of Amazon EC2 outside a cluster placement group (user guide, network
 * bandwidth of instances).
 */
const singleFlowBytesPerSec = 625e6

/**
 * Times of brokers on unknown hosts.
 *
 * With replicas: measured by the long test `pipeline-bound` with three brokers of Apache Kafka 4 on one machine, RF 3,
 * acks=all, batches of one record and one connection. It sent 2,092, 2,408 and 2,478 requests/s with 1, 5 and 1,000
 * requests in flight. With 1,000 the network is hidden, so the service time is 1 / 2,478 s = 0.404 ms = 0.09 + 0.314.
 * Without replicas: 34,128 records/s over three connections (Huawei, 2025) are 0.09 ms per request.
 *
 * The service time per byte is not known and is taken as 0. The maximum of a single flow in the provider's network bounds a
 * connection instead.
 */
const defaultTimes: BrokerTimes = {
  requestMs: 0.09,
  recordMs: 0,
  byteMs: 0,
  replicaWaitMs: 0.314,
  replicaAppendByteMs: 0,
  leaderPortByteMs: 0,
  brokerRoundTripMs: 0,
  flushMs: 0,
  statedFlushMs: 0,
  connectionBytesPerSec: singleFlowBytesPerSec,
}

/** The times of brokers on known hosts, from the model's parameters; the default times if the hosts are not known. */
export function brokerTimes(hardware: BrokerHardware | null): BrokerTimes {
  if (hardware === null) return defaultTimes
  const { parameters } = hardware
  return {
    requestMs: (parameters.requestCpuUs + parameters.batchCpuUs) / 1000,
    recordMs: parameters.recordCpuUs / 1000,
    byteMs: parameters.connectionByteNs / 1e6,
    replicaWaitMs: parameters.replicaWaitUs / 1000,
    replicaAppendByteMs: parameters.replicaByteNs / 1e6,
    // A model without the parameter `replicaByteNs` does not limit replication per byte at all.
    leaderPortByteMs: parameters.replicaByteNs === 0 ? 0 : 1000 / lineRateBytesPerSec(hardware),
    brokerRoundTripMs: hardware.brokerRoundTripMs,
    flushMs: hardware.flushing?.flushMs ?? 0,
    statedFlushMs: statedFlushMs(hardware.flushing),
    // No further limit: `byteMs` already limits a connection.
    connectionBytesPerSec: Number.POSITIVE_INFINITY,
  }
}

/** Maximum bytes that a follower fetches at a time of one partition (`replica.fetch.max.bytes`). */
export const replicaFetchBytes = 1_048_576

/** Maximum bytes that a follower fetches at a time of all partitions of a leader (`replica.fetch.response.max.bytes`). */
export const leaderFetchBytes = 10_485_760

/**
 * Wire bytes/s at which one thread of a follower can replicate, with this many bytes in a fetch; Infinity without
 * followers, or if nothing limits it.
 */
export function replicatedBytesPerSec(times: BrokerTimes, followers: number, fetchBytes: number): number {
  if (followers === 0) return Number.POSITIVE_INFINITY
  const roundTripByteMs = times.brokerRoundTripMs / fetchBytes
  return 1000 / (times.replicaAppendByteMs + followers * times.leaderPortByteMs + roundTripByteMs)
}

/**
 * Bytes/s at which a port transmits: its burst rate if it has one. The sustained rate limits the mean, which is the
 * constraint `network-out`.
 */
function lineRateBytesPerSec({ networkOut, parameters }: BrokerHardware): number {
  const rate = networkOut?.burst?.bytesPerSec ?? networkOut?.sustainedBytesPerSec ?? Number.POSITIVE_INFINITY
  return rate * parameters.networkEfficiency
}

/** Maximum number of requests in flight of an idempotent producer on one connection. */
const idempotentInFlight = 5

/** Maximum number of requests in flight on one connection of a producer. */
export function inFlightOf({ isIdempotent, transactionMs, maxInFlight }: Producer): number {
  return isIdempotent || transactionMs !== undefined ? Math.min(maxInFlight, idempotentInFlight) : maxInFlight
}

/** A produce request: its producer, its topic, and what it carries. */
type ProduceRequest = {
  readonly producer: Producer
  readonly topic: Topic
  readonly records: number
  /** One for each partition in the request. */
  readonly batches: number
  readonly wireBytes: number
}

/**
 * Flushes that a request waits for. The leader flushes the partitions of a request one after another. With acks=all the
 * followers flush them again afterwards, so the number doubles.
 */
function flushesOf(
  { topic, records, batches }: Omit<ProduceRequest, 'producer' | 'wireBytes'>,
  followers: number,
): number {
  if (topic.flushMessages === undefined) return 0
  return flushesPerSec(topic.flushMessages, records, batches) * (followers > 0 ? 2 : 1)
}

/** Shortest time between two requests on one connection, in ms. */
export function requestTimeMs(request: ProduceRequest, roundTripMs: number, times: BrokerTimes): number {
  return timeOfRequest(requestTime(request, { statedMs: 0, assumedMs: roundTripMs }, times), unstretched)
}

/** The round trip of a client: what the scenario states, and what is assumed. */
export type RoundTrip = { readonly statedMs: number; readonly assumedMs: number }

/** The parts of the time between two requests on one connection. */
export function requestTime(
  { producer, topic, records, batches, wireBytes }: ProduceRequest,
  { statedMs, assumedMs }: RoundTrip,
  times: BrokerTimes,
): RequestTime {
  const followers = producer.acks === 'all' ? topic.replicationFactor - 1 : 0
  const replicationByteMs = followers > 0 ? times.replicaAppendByteMs + followers * times.leaderPortByteMs : 0
  const waitMs = followers > 0 ? times.replicaWaitMs : 0
  const processorMs = times.requestMs + times.recordMs * records + (times.byteMs + replicationByteMs) * wireBytes
  const flushes = flushesOf({ topic, records, batches }, followers)
  // `replicaWaitMs` contains the round trip between brokers.
  const statedServiceMs = (followers > 0 ? times.brokerRoundTripMs : 0) + times.statedFlushMs * flushes
  return {
    statedRoundTripMs: statedMs,
    assumedRoundTripMs: assumedMs,
    statedServiceMs,
    serviceMs: processorMs + waitMs + times.flushMs * flushes - statedServiceMs,
    bytesMs: (wireBytes / times.connectionBytesPerSec) * 1000,
    inFlight: producer.acks === '0' ? null : inFlightOf(producer),
  }
}
