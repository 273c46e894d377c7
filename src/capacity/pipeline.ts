import type { Producer, Topic } from '../contracts/workload.ts'

/** Time that a broker needs for one produce request of a connection: it serves one at a time. */
export type BrokerTimes = {
  readonly requestMs: number
  /** Added for each record of the request. */
  readonly recordMs: number
  /** Added with acks=all and replicas: the wait for them. */
  readonly replicaWaitMs: number
}

/**
 * Where the brokers are not known. Three brokers of Apache Kafka 4 on one machine, RF 3, batches of one record, one
 * connection: in flight 1, 5 and 1,000 gave 2,092, 2,408 and 2,478 requests/s, so 0.404 ms where the network is hidden.
 * Without replicas 0.09 ms: 34,128 records/s over three connections (Huawei, 2025).
 */
const usualTimes: BrokerTimes = { requestMs: 0.09, recordMs: 0, replicaWaitMs: 0.314 }

/** The times of brokers with these parameters; the usual ones where none are known. */
export function brokerTimes(
  parameters?: Readonly<{ requestCpuUs: number; batchCpuUs: number; recordCpuUs: number; replicaWaitUs: number }>,
): BrokerTimes {
  if (parameters === undefined) return usualTimes
  return {
    requestMs: (parameters.requestCpuUs + parameters.batchCpuUs) / 1000,
    recordMs: parameters.recordCpuUs / 1000,
    replicaWaitMs: parameters.replicaWaitUs / 1000,
  }
}

/** Requests in flight that an idempotent producer may have on one connection. */
const idempotentInFlight = 5

/** Shortest time between two requests on one connection: max(round trip / in flight, broker service time), in ms. */
export function requestTimeMs(
  {
    producer,
    topic,
    fullBatchRecords,
  }: { readonly producer: Producer; readonly topic: Topic; readonly fullBatchRecords: number },
  roundTripMs: number,
  times: BrokerTimes,
): number {
  const isReplicated = producer.acks === 'all' && topic.replicationFactor > 1
  const recordsMs = times.recordMs * fullBatchRecords
  const serviceMs = times.requestMs + recordsMs + (isReplicated ? times.replicaWaitMs : 0)
  if (producer.acks === '0') return serviceMs
  const inFlight = producer.isIdempotent ? Math.min(producer.maxInFlight, idempotentInFlight) : producer.maxInFlight
  return Math.max((roundTripMs + serviceMs) / inFlight, serviceMs)
}
