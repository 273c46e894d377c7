/**
 * A run plan: the configuration of one run, shown before the start.
 */
import { z } from 'zod'
import { secretName } from './connection.ts'
import { count, identifier, nonNegative, positive, positiveCount, topicName } from './primitives.ts'
import { runDurationMs } from './run-bounds.ts'
import { compressionCodecs, keys, recordHeaders } from './workload.ts'

/** Prefix of every topic, group and client id that a run creates. */
export const runNamePrefix = 'headroom-'

/** Minimum bytes of a record value. It contains the producer, a sequence number and the intended send time. */
export const minRunRecordValueBytes = 24

/** A topic that the run creates and deletes, or an existing one that it uses as it is. */
export const plannedTopic = z.strictObject({
  name: topicName,
  /**
   * True for a user's topic, which is never created, altered or deleted. Its `configs` is empty. Left out: the run's
   * own.
   */
  isExisting: z.literal(true).optional(),
  partitions: positiveCount,
  replicationFactor: positiveCount,
  /** Topic configuration, for example a short retention, so that a topic that was not deleted becomes small. */
  configs: z.record(z.string(), z.string()),
})

/** How a planned producer chooses partitions. */
export const partitioning = z.discriminatedUnion('kind', [
  /** `recordsPerTurn` records to each partition in turn, as a sticky partitioner does, but without randomness. */
  z.strictObject({
    kind: z.literal('turns'),
    recordsPerTurn: positiveCount,
    /** If values differ in size: maximum bytes of records per turn, framing included. */
    bytesPerTurn: positiveCount.optional(),
  }),
  /** By the hash of a key drawn from the workload's key distribution. */
  z.strictObject({
    kind: z.literal('keys'),
    keys,
    /**
     * Number of the first of these keys; the others follow it. Clients with keys of their own begin at different numbers;
     * clients that share keys begin where the hottest partition gets its predicted share. Left out: 1.
     */
    firstKey: positiveCount.optional(),
  }),
])

/** One producer client. */
export const plannedProducer = z.strictObject({
  id: identifier,
  topic: topicName,
  clientId: z.string().min(1),
  recordsPerSec: positive,
  /** Size of a value; the mean if sizes differ. */
  recordValueBytes: z.int().min(minRunRecordValueBytes),
  /** Sizes of values, each equally frequent, in no order. Left out: all are `recordValueBytes`. */
  recordValueSizesBytes: z.array(z.int().min(minRunRecordValueBytes)).min(2).optional(),
  recordKeyBytes: nonNegative,
  /** Headers of each record. Left out: none. */
  headers: recordHeaders.optional(),
  /** Mean bytes of a record inside a batch before compression: framing, key, value, headers. Left out: not known. */
  batchedRecordBytes: positive.optional(),
  partitioning,
  acks: z.enum(['0', '1', 'all']),
  isIdempotent: z.boolean(),
  lingerMs: nonNegative,
  batchBytes: positiveCount,
  maxInFlight: positiveCount,
  /**
   * Number of this client's senders that wait for each acknowledgement before they send the next record. They form a
   * closed loop, whose rate the schedule limits. Left out: an open loop, in which the schedule does not wait.
   */
  synchronousSenders: positiveCount.optional(),
  /** Time from the first record of a transaction to its commit. Left out: no transactions. */
  transactionMs: positive.max(900_000).optional(),
  /**
   * Maximum number of records in the client's queue. Left out: two seconds of its rate, so that brokers may delay
   * responses for as long.
   */
  queueRecords: positiveCount.optional(),
  compression: z.enum(compressionCodecs),
  /**
   * Compressed / uncompressed bytes of the records in a batch, as the workload states it; 1 without compression. Left
   * out: not known.
   */
  compressionRatio: positive.max(1).optional(),
  /** Share of a value's bytes that are random, chosen so that the codec reaches that ratio. */
  randomBytesRatio: z.number().min(0).max(1),
  /** Time after the agreed start at which this producer begins. */
  startDelayMs: nonNegative,
})
export type PlannedProducer = z.output<typeof plannedProducer>

/** Returns the size of key and value of the largest record that a producer sends. */
export function maxRecordBytesOf(producer: PlannedProducer): number {
  return Math.max(producer.recordValueBytes, ...(producer.recordValueSizesBytes ?? [])) + producer.recordKeyBytes
}

/**
 * Maximum number of records per second that are timed for one producer. A timed record costs its client about twice as
 * much CPU as one that is only counted. At this rate even a window of one second has 200 timed records above its p99.
 */
const maxTimedRecordsPerSec = 20_000

/**
 * Returns the sampling interval of timed records for a producer with this rate: one record in this many is timed. All
 * records are counted.
 */
export function timedEvery(recordsPerSec: number): number {
  return Math.max(1, Math.ceil(recordsPerSec / maxTimedRecordsPerSec))
}

/** One consumer group. */
export const plannedConsumerGroup = z.strictObject({
  /** Kafka group id. */
  groupId: z.string().min(1),
  topic: topicName,
  clientId: z.string().min(1),
  members: positiveCount,
  fetchMinBytes: positiveCount,
  fetchMaxWaitMs: nonNegative,
  /**
   * Maximum bytes of a Fetch response, per partition and in all. Left out: the client library's defaults, 1 and 50 MiB.
   */
  fetchMaxBytes: positiveCount.optional(),
  startStaggerMs: nonNegative,
  /**
   * Time after the agreed start at which the group begins to read, from the first record. Left out: from the start on.
   */
  startDelayMs: positive.optional(),
  /** True if producers of its topic have transactions, so that its members have to read past markers. */
  hasTransactions: z.literal(true).optional(),
})
export type PlannedConsumerGroup = z.output<typeof plannedConsumerGroup>

/** Names of query parameters that carry a secret. */
const secretParameter = /token|password|passwd|secret|api_?key|access_?key|^key$|^auth|signature|^sig$|credential/i

/** True if a parameter of the address, or of the part after `#`, carries a secret, by its name. */
function hasSecretParameter(address: string): boolean {
  const [, ...parameters] = address.split(/[?#&;]/)
  return parameters.some((parameter) => secretParameter.test(decoded(parameter.split('=')[0] ?? '')))
}

function decoded(name: string): string {
  return name.replaceAll(/%([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Address of an endpoint. Records and reports contain it, so it must not carry a password or a token. */
export function endpointUrl(example: string) {
  return z
    .url({ protocol: /^https?$/, error: `expected an address like ${example}` })
    .refine((text) => !/^[^/]*\/\/[^/]*@/.test(text), 'expected an address without user and password')
    .refine((text) => !hasSecretParameter(text), 'expected an address without a token or password; give it as a secret')
}

/** Address of the metrics of a broker, as a run reads them. */
export const prometheusUrl = endpointUrl('http://broker:9404/metrics')

/** Credentials for a Prometheus endpoint: with a user the secret is a password (basic), without one a bearer token. */
export const prometheusLogin = z.strictObject({
  username: z
    .string()
    .min(1)
    .regex(/^[^:]*$/, 'expected a user without a colon')
    .optional(),
  secret: secretName,
})
export type PrometheusLogin = z.output<typeof prometheusLogin>

/** Connections that a run holds and opens in addition to those of its clients. */
export const plannedConnections = z.strictObject({
  /** Connections that are opened before the load and held idle to its end. */
  held: count,
  /** New connections per second, each closed as soon as the broker has responded. */
  attemptsPerSec: nonNegative,
})
export type PlannedConnections = z.output<typeof plannedConnections>

/** Offered rate over time, as factors on the producers' rates. */
export const schedule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('constant') }),
  z.strictObject({ kind: z.literal('ramp'), fromFactor: nonNegative, toFactor: positive }),
])

/** Returns the maximum factor of a schedule on the producers' rates. */
export function peakFactorOf(planned: z.output<typeof schedule>): number {
  return planned.kind === 'ramp' ? Math.max(planned.fromFactor, planned.toFactor) : 1
}

/**
 * The clients that generate the load: node-rdkafka, or Java clients, which report less. Java clients are Kafka's own
 * perf tools on this machine or the clients of a Trogdor fleet.
 */
export const driver = z.enum(['node-rdkafka', 'kafka-perf-test', 'trogdor'])
export type Driver = z.output<typeof driver>

/**
 * The user's own Trogdor fleet. Trogdor has neither passwords nor encryption, so it must be reachable only for the user.
 */
export const trogdorFleet = z.strictObject({
  /** Address of the coordinator, like http://10.0.0.5:8889. */
  coordinatorUrl: z.url({ protocol: /^https?$/, error: 'expected an address like http://10.0.0.5:8889' }),
  /** Names of its agents. The clients of a plan are assigned to them in turn. */
  nodes: z.array(z.string().min(1)).min(1).max(1_000),
})
export type TrogdorFleet = z.output<typeof trogdorFleet>

/** The configuration of one run, which any fleet can carry out. */
export const runPlan = z.strictObject({
  schemaVersion: z.literal(1),
  /** Unique; part of the name of everything that the run creates. */
  runId: identifier,
  /** Left out: node-rdkafka. */
  driver: driver.optional(),
  /** The fleet that carries out the plan if the driver is trogdor. Left out: another driver. */
  trogdor: trogdorFleet.optional(),
  topics: z.array(plannedTopic).min(1),
  producers: z.array(plannedProducer).min(1),
  consumerGroups: z.array(plannedConsumerGroup),
  /** Left out: only the clients' connections. */
  connections: plannedConnections.optional(),
  /** An endpoint with metrics of the brokers in Prometheus' text format, read during the load. Left out: none. */
  prometheusUrl: prometheusUrl.optional(),
  /** Login for the endpoint, with the name of its secret only. Left out: the endpoint needs no login. */
  prometheusLogin: prometheusLogin.optional(),
  schedule,
  /** Duration of the burn-in, which is not counted: two quota windows. */
  burnInMs: nonNegative,
  /** Duration of a quota window of the target: 11 x 1 s by default. */
  quotaWindowMs: positive,
  /** Duration of the load, burn-in included. */
  durationMs: runDurationMs,
  /** Maximum time after the load in which the run waits for acknowledgements and for consumers to catch up. */
  drainMs: nonNegative,
  /** Seed of keys and payloads. */
  seed: z.int(),
})
export type RunPlan = z.output<typeof runPlan>

/** Summary of a plan, shown before the start. */
export const runPlanSummary = z.strictObject({
  topics: positiveCount,
  partitions: positiveCount,
  /** True if the topics exist already: they are neither created nor deleted. Left out: the run creates its own. */
  usesExistingTopics: z.literal(true).optional(),
  producerClients: positiveCount,
  consumerClients: z.int().min(0),
  offeredRecordsPerSec: positive,
  /** Maximum of wire bytes that the run can write, before replication. */
  writtenWireBytes: positive,
  durationMs: positive,
  /** Duration of a quota window of the target. Over a shorter time, rates of a throttled run mean little. */
  quotaWindowMs: positive,
})
export type RunPlanSummary = z.output<typeof runPlanSummary>

/** Returns the topics that a run creates and deletes: all except those that existed before. */
export function ownTopics({ topics }: RunPlan): RunPlan['topics'] {
  return topics.filter(({ isExisting }) => isExisting !== true)
}
