import type { Producer, Topic } from '../contracts/workload.ts'
import type { BrokerSituation } from './hardware/broker-situation.ts'

/** Time that a broker needs for one produce request of a connection: it serves one at a time. */
export type BrokerTimes = {
  readonly requestMs: number
  /** Added for each record of the request. */
  readonly recordMs: number
  /** Added for each wire byte of the request. */
  readonly byteMs: number
  /** Added with acks=all and replicas: the wait for them. */
  readonly replicaWaitMs: number
  /** Added to it for each wire byte: into the log of a follower, and through the leader's network for each of them. */
  readonly replicaByteMs: number
  readonly followerByteMs: number
}

/**
 * Where the brokers are not known. Three brokers of Apache Kafka 4 on one machine, RF 3, batches of one record, one
 * connection: in flight 1, 5 and 1,000 gave 2,092, 2,408 and 2,478 requests/s, so 0.404 ms where the network is hidden.
 * Without replicas 0.09 ms: 34,128 records/s over three connections (Huawei, 2025).
 */
const usualTimes: BrokerTimes = {
  requestMs: 0.09,
  recordMs: 0,
  byteMs: 0,
  replicaWaitMs: 0.314,
  replicaByteMs: 0,
  followerByteMs: 0,
}

/** The times of brokers on hosts; the usual ones where the hosts are not known. */
export function brokerTimes(hardware: BrokerSituation | null): BrokerTimes {
  if (hardware === null) return usualTimes
  const { parameters } = hardware
  return {
    requestMs: (parameters.requestCpuUs + parameters.batchCpuUs) / 1000,
    recordMs: parameters.recordCpuUs / 1000,
    byteMs: parameters.connectionByteNs / 1e6,
    replicaWaitMs: parameters.replicaWaitUs / 1000,
    replicaByteMs: parameters.replicaByteNs / 1e6,
    followerByteMs: parameters.replicaByteNs === 0 ? 0 : 1000 / lineBytesPerSec(hardware),
  }
}

/** Wire bytes a second of one partition from its leader into the logs of its followers; Infinity where not known. */
export function replicatedBytesPerSec({ replicaByteMs, followerByteMs }: BrokerTimes, followers: number): number {
  return followers === 0 ? Number.POSITIVE_INFINITY : 1000 / (replicaByteMs + followers * followerByteMs)
}

/** As fast as a port sends when it sends: what it sustains in the mean limits the network by itself. */
function lineBytesPerSec({ network, parameters }: BrokerSituation): number {
  const rate = network?.burst?.bytesPerSec ?? network?.sustainedBytesPerSec ?? Number.POSITIVE_INFINITY
  return rate * parameters.networkEfficiency
}

/** Requests in flight that an idempotent producer may have on one connection. */
const idempotentInFlight = 5

/** A produce request: of whom, into what, and how much is in it. */
type ProduceRequest = {
  readonly producer: Producer
  readonly topic: Topic
  readonly records: number
  readonly wireBytes: number
}

/** Shortest time between two requests on one connection: max(round trip / in flight, broker service time), in ms. */
export function requestTimeMs(
  { producer, topic, records, wireBytes }: ProduceRequest,
  roundTripMs: number,
  times: BrokerTimes,
): number {
  const followers = producer.acks === 'all' ? topic.replicationFactor - 1 : 0
  const byteMs = times.byteMs + (followers > 0 ? times.replicaByteMs + followers * times.followerByteMs : 0)
  const waitMs = followers > 0 ? times.replicaWaitMs : 0
  const serviceMs = times.requestMs + times.recordMs * records + byteMs * wireBytes + waitMs
  if (producer.acks === '0') return serviceMs
  const inFlight = producer.isIdempotent ? Math.min(producer.maxInFlight, idempotentInFlight) : producer.maxInFlight
  return Math.max((roundTripMs + serviceMs) / inFlight, serviceMs)
}
