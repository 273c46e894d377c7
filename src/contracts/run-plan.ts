/**
 * A run plan: one step at one configuration. Pure data, shown before the start.
 */
import { z } from 'zod'
import { secretName } from './connection.ts'
import { count, identifier, nonNegative, positive, positiveCount, topicName } from './primitives.ts'
import { compressionCodecs, keys, recordHeaders } from './workload.ts'

/** Prefix of every topic, group and client id that a run makes. */
export const runNamePrefix = 'headroom-'

/** Smallest record value that a run can send: it carries producer, sequence number and intended time. */
export const smallestRunRecordValueBytes = 24

/** A topic that the run creates and deletes, or one that is there and is used as it is. */
export const plannedTopic = z.strictObject({
  name: topicName,
  /** True for a topic of the user's: never made, altered or deleted; `configs` is empty then. Left out: the run's own. */
  isExisting: z.literal(true).optional(),
  partitions: positiveCount,
  replicationFactor: positiveCount,
  /** Topic configuration, for example short retention, so that even an orphan shrinks. */
  configs: z.record(z.string(), z.string()),
})

/** How a planned producer chooses partitions. */
export const partitioning = z.discriminatedUnion('kind', [
  /** `recordsPerTurn` records to each partition in turn: what a sticky partitioner does, without its luck. */
  z.strictObject({
    kind: z.literal('turns'),
    recordsPerTurn: positiveCount,
    /** Where values differ in size: bytes of records, framing included, that a turn does not exceed. */
    bytesPerTurn: positiveCount.optional(),
  }),
  /** By the hash of a key drawn from the workload's key distribution. */
  z.strictObject({ kind: z.literal('keys'), keys }),
])

/** One producer client. */
export const plannedProducer = z.strictObject({
  id: identifier,
  topic: topicName,
  clientId: z.string().min(1),
  recordsPerSec: positive,
  /** Size of a value; the mean where they differ. */
  recordValueBytes: z.int().min(smallestRunRecordValueBytes),
  /** Sizes of values, each as frequent as the others, in no order. Left out: all are `recordValueBytes`. */
  recordValueSizesBytes: z.array(z.int().min(smallestRunRecordValueBytes)).min(2).optional(),
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
   * Most records that the client holds. Left out: two seconds of its rate, so that brokers may hold back answers for as
   * long.
   */
  queueRecords: positiveCount.optional(),
  compression: z.enum(compressionCodecs),
  /**
   * Compressed / uncompressed bytes of the records in a batch, as the workload states it; 1 without compression. Left
   * out: not known.
   */
  compressionRatio: positive.max(1).optional(),
  /** Share of a value's bytes that are random, chosen so that the codec compresses its records to that ratio. */
  randomBytesRatio: z.number().min(0).max(1),
  /** Time after the agreed start at which this producer begins. */
  startDelayMs: nonNegative,
})
export type PlannedProducer = z.output<typeof plannedProducer>

/** Key and value of the largest record that a producer sends. */
export function largestRecordBytes(producer: PlannedProducer): number {
  return Math.max(producer.recordValueBytes, ...(producer.recordValueSizesBytes ?? [])) + producer.recordKeyBytes
}

/**
 * Records of one producer that are timed in a second at most: a record that is timed costs its client about twice one
 * that is only counted. A window of one second still has 200 beyond its p99.
 */
const mostTimedRecordsPerSec = 20_000

/** Every how many records of a producer of this rate one is timed; all are counted, whatever the rate. */
export function timedEvery(recordsPerSec: number): number {
  return Math.max(1, Math.ceil(recordsPerSec / mostTimedRecordsPerSec))
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
  /** Largest answer to a fetch, of one partition and of all together. Left out: the client library's own 1 and 50 MiB. */
  fetchMaxBytes: positiveCount.optional(),
  startStaggerMs: nonNegative,
  /** Time after the agreed start at which the group begins to read, from the first record. Left out: it reads along. */
  startDelayMs: positive.optional(),
})
export type PlannedConsumerGroup = z.output<typeof plannedConsumerGroup>

/** Address of a Prometheus endpoint. It stands in records and reports, so it must not carry a password. */
export const prometheusUrl = z
  .url({ protocol: /^https?$/, error: 'expected an address like http://broker:9404/metrics' })
  .refine((text) => !/^[^/]*\/\/[^/]*@/.test(text), 'expected an address without user and password')

/** Log-in at a Prometheus endpoint: with a user the secret is a password (basic), without one a bearer token. */
export const prometheusLogin = z.strictObject({
  username: z
    .string()
    .min(1)
    .regex(/^[^:]*$/, 'expected a user without a colon')
    .optional(),
  secret: secretName,
})
export type PrometheusLogin = z.output<typeof prometheusLogin>

/** Connections as a load of their own, beside those of the clients above. */
export const plannedConnections = z.strictObject({
  /** Opened before the load and held idle to its end. */
  held: count,
  /** New ones, each closed as soon as the broker has answered. */
  attemptsPerSec: nonNegative,
})
export type PlannedConnections = z.output<typeof plannedConnections>

/** Offered rate over time, as factors on the producers' rates. */
export const schedule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('constant') }),
  z.strictObject({ kind: z.literal('ramp'), fromFactor: nonNegative, toFactor: positive }),
])

/** Largest factor that a schedule puts on the producers' rates. */
export function largestFactor(planned: z.output<typeof schedule>): number {
  return planned.kind === 'ramp' ? Math.max(planned.fromFactor, planned.toFactor) : 1
}

/**
 * Whose clients push the load: node-rdkafka's, or Java's, which tell less: those of Kafka's own perf tools on this machine,
 * or those of a Trogdor fleet.
 */
export const driver = z.enum(['node-rdkafka', 'kafka-perf-test', 'trogdor'])
export type Driver = z.output<typeof driver>

/** A Trogdor fleet of the user's. It knows no passwords and no encryption: it must be reachable for nobody else. */
export const trogdorFleet = z.strictObject({
  /** Address of the coordinator, like http://10.0.0.5:8889. */
  coordinatorUrl: z.url({ protocol: /^https?$/, error: 'expected an address like http://10.0.0.5:8889' }),
  /** Names of its agents, which get the clients of a plan in turn. */
  nodes: z.array(z.string().min(1)).min(1).max(1_000),
})
export type TrogdorFleet = z.output<typeof trogdorFleet>

/** One configuration, ready to be run by any fleet. */
export const runPlan = z.strictObject({
  schemaVersion: z.literal(1),
  /** Unique; part of every name that the run makes. */
  runId: identifier,
  /** Left out: node-rdkafka. */
  driver: driver.optional(),
  /** Who carries it out where the driver is trogdor. Left out: no other. */
  trogdor: trogdorFleet.optional(),
  topics: z.array(plannedTopic).min(1),
  producers: z.array(plannedProducer).min(1),
  consumerGroups: z.array(plannedConsumerGroup),
  /** Left out: none but those of the clients. */
  connections: plannedConnections.optional(),
  /** An endpoint that tells of the brokers in Prometheus' text format, read during the load. Left out: none. */
  prometheusUrl: prometheusUrl.optional(),
  /** Names its secret only. Left out: the endpoint asks for no log-in. */
  prometheusLogin: prometheusLogin.optional(),
  schedule,
  /** Part of the duration before anything counts: two quota windows. */
  burnInMs: nonNegative,
  /** Length of a quota window of the target: 11 x 1 s by default. */
  quotaWindowMs: positive,
  /** Length of the load, burn-in included. */
  durationMs: positive,
  /** How long the run waits, after the load, for acknowledgements and for consumers to catch up. */
  drainMs: nonNegative,
  /** Seed of keys and payloads. */
  seed: z.int(),
})
export type RunPlan = z.output<typeof runPlan>

/** What a plan will do, shown before the start. */
export const runPlanSummary = z.strictObject({
  topics: positiveCount,
  partitions: positiveCount,
  /** True where these topics are there already: they are neither made nor deleted. Left out: the run makes its own. */
  usesExistingTopics: z.literal(true).optional(),
  producerClients: positiveCount,
  consumerClients: z.int().min(0),
  offeredRecordsPerSec: positive,
  /** Most wire bytes that the run can write, before replication. */
  writtenWireBytes: positive,
  durationMs: positive,
  /** Length of a quota window of the target; rates mean little over less of a throttled run. */
  quotaWindowMs: positive,
})
export type RunPlanSummary = z.output<typeof runPlanSummary>

/** Topics that a run makes and deletes: all but those that were there. */
export function ownTopics({ topics }: RunPlan): RunPlan['topics'] {
  return topics.filter(({ isExisting }) => isExisting !== true)
}
