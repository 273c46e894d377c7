/**
 * A workload: offered traffic, topics, producers, consumer groups and connections.
 *
 * Rates are offered rates at the peak, summed over the clients of an entry. Fields that are left out take the default
 * of the client family, and the prediction lists them as assumptions.
 */
import { z } from 'zod'
import {
  averageRate,
  clientSetting,
  count,
  displayName,
  fraction,
  nonNegative,
  offeredRate,
  positive,
  positiveCount,
  topicName,
} from './primitives.ts'

/** Compression codecs of the Kafka protocol. */
export const compressionCodecs = ['none', 'gzip', 'snappy', 'lz4', 'zstd'] as const

/** A topic, or `count` identical topics. */
export const topic = z.strictObject({
  /** Name in the scenario; a run adds a prefix of its own. */
  name: topicName,
  /**
   * Number of identical topics. They share the entry's traffic evenly, as far as keys allow: a key is in one partition of one
   * of them.
   */
  count: positiveCount.max(1_000_000).default(1),
  /** Partitions of one topic, before replication. */
  partitions: positiveCount.max(200_000),
  /** Replicas of each partition. */
  replicationFactor: positiveCount.max(9).default(3),
  /**
   * Replicas that must be in sync for a write with acks=all (`min.insync.replicas`). Left out: 2 if there are three or
   * more replicas, otherwise 1.
   */
  minInsyncReplicas: positiveCount.max(9).optional(),
  /** Retention time of records, in ms. Left out: not stated. */
  retentionMs: positive.max(1e13).optional(),
  /**
   * Number of records after which a broker flushes the log of a partition to disk (`flush.messages`, or the brokers'
   * `log.flush.interval.messages`). 1: each batch is flushed before it is acknowledged. Left out: no number causes a
   * flush.
   */
  flushMessages: positiveCount.optional(),
})
export type Topic = z.output<typeof topic>

/** How record keys distribute records over partitions. */
export const keys = z.discriminatedUnion('kind', [
  /** No keys: batches go to the partitions in turn, as with the clients' sticky partitioners. */
  z.strictObject({ kind: z.literal('none') }),
  /** Keys drawn with equal probability from `distinct` values. */
  z.strictObject({ kind: z.literal('uniform'), distinct: positiveCount.default(1_000_000) }),
  /** Keys drawn by Zipf's law: the k-th most frequent key has weight 1 / k^exponent. */
  z.strictObject({ kind: z.literal('zipf'), distinct: positiveCount.default(1_000_000), exponent: positive.max(4) }),
])
export type Keys = z.output<typeof keys>

function isRising(points: readonly { readonly fraction: number; readonly bytes: number }[]): boolean {
  return points.every((point, index) => {
    const before = points[index - 1]
    return before === undefined || (point.fraction > before.fraction && point.bytes >= before.bytes)
  })
}

/** Distribution of value sizes around their mean, `recordValueBytes`. */
export const recordSizes = z.discriminatedUnion('kind', [
  /** All values have the mean size. */
  z.strictObject({ kind: z.literal('fixed') }),
  /** Sizes distributed evenly from (1 - spread) to (1 + spread) times the mean. */
  z.strictObject({ kind: z.literal('uniform'), spread: positive.max(1) }),
  /**
   * Lognormal sizes: `sigma` is the standard deviation of their natural logarithm. At 1, the largest twentieth begins
   * at 3.1 times the mean.
   */
  z.strictObject({ kind: z.literal('lognormal'), sigma: positive.max(3) }),
  /**
   * Sizes given at percentiles, with linear interpolation in between. All sizes are multiplied by one factor, so that
   * their mean is `recordValueBytes`.
   */
  z.strictObject({
    kind: z.literal('percentiles'),
    /**
     * Ascending. `fraction` is the share of values (0 to 1) that are at most `bytes` long. All values below the first
     * point have its size.
     */
    points: z
      .array(z.strictObject({ fraction, bytes: positive }))
      .min(2)
      .max(100)
      .refine(isRising, 'expected rising percentiles and sizes, smallest first'),
  }),
])
export type RecordSizes = z.output<typeof recordSizes>

/** Headers of a record. They are sent and stored with the record, but do not count as payload. */
export const recordHeaders = z.strictObject({
  /** Number of headers per record. */
  count: positiveCount.max(100),
  /** Size of each header's name. */
  nameBytes: positiveCount.max(1_000).default(8),
  /** Size of each header's value. */
  valueBytes: count.max(100_000).default(16),
})
export type RecordHeaders = z.output<typeof recordHeaders>

/** Maximum rates that one host with clients can reach, with all its clients together. */
export const clientHost = z.strictObject({
  /** Keys and values that its producers can write, in bytes/s. */
  producePayloadBytesPerSec: offeredRate,
  /** Keys and values that its consumers can read, over all groups, in bytes/s. Left out: not known, not limiting. */
  consumePayloadBytesPerSec: offeredRate.optional(),
})
export type ClientHost = z.output<typeof clientHost>

/** Says what a compression ratio above 1 is as a share, because many people write 2.2 for 2.2:1. */
function aboveOneText({ input }: { readonly input?: unknown }): string {
  return `expected a number of at most 1, compressed bytes / uncompressed bytes; ${input}:1 is ${Number((1 / Number(input)).toPrecision(3))}`
}

/** Identical producers that write to one topic entry. */
export const producer = z.strictObject({
  name: displayName,
  /** Name of the topic entry that they write to. */
  topic: topicName,
  /** Number of producer clients, each with its own connections. */
  clients: positiveCount.max(100_000).default(1),
  /** Records/s offered at the peak, by all clients together. */
  peakRecordsPerSec: offeredRate,
  /** Records/s on average, for storage and cost: 0 for a month without traffic. Left out: the peak rate. */
  averageRecordsPerSec: averageRate.optional(),
  /** Mean size of a record's value before compression. */
  recordValueBytes: positiveCount.max(20_000_000),
  /** Distribution of value sizes around that mean. Left out: all values have the same size. */
  recordSizes: recordSizes.optional(),
  /** Size of a record's key. */
  recordKeyBytes: count.max(1_000_000).default(0),
  /** Headers of each record. Left out: none. */
  headers: recordHeaders.optional(),
  /**
   * Message format of clients older than Kafka 0.11. Brokers convert their records one by one; brokers of Kafka 4
   * refuse them. A run sends the current format. Left out: the current format, v2.
   */
  messageFormat: z.enum(['v0', 'v1']).optional(),
  keys: keys.default({ kind: 'none' }),
  /**
   * Number of keys that each client writes and no other client of the entry does: 1 for devices that each write a key of
   * their own. `clients` x `keysPerClient` of the `distinct` keys of kind `uniform` are then in use. Left out: each client
   * writes all keys.
   */
  keysPerClient: positiveCount.max(1_000_000).optional(),
  acks: z.enum(['0', '1', 'all']).default('all'),
  isIdempotent: z.boolean().default(false),
  /**
   * Time from the first record of a transaction to its commit. Each client has one transaction after another. Such a
   * producer is idempotent. Left out: no transactions.
   */
  transactionMs: positive.max(900_000).optional(),
  /** Time that a batch waits for more records (`linger.ms`). */
  lingerMs: nonNegative.max(900_000).default(5),
  /** Maximum size of a batch for one partition. */
  batchBytes: clientSetting.default(16_384),
  /** Maximum number of requests in flight per connection. */
  maxInFlight: positiveCount.max(1_000_000).default(5),
  /**
   * Threads of each client that wait for the acknowledgement of a record before they send the next one (`send().get()`,
   * a closed loop). The threads of one client share its connections and batches; for threads with a client each, give
   * as many `clients` with one sender. Left out: sending does not wait. With acks=0 it never does.
   */
  synchronousSenders: positiveCount.max(100_000).optional(),
  compression: z.enum(compressionCodecs).default('none'),
  /**
   * Compressed bytes / uncompressed bytes of a batch. 1 means incompressible, and is the only value allowed without
   * `compression`.
   */
  compressionRatio: positive.max(1, { error: aboveOneText }).default(1),
  /** Maximum rate that one client can send, as measured by a client probe or another test. Left out: not limiting. */
  mostRecordsPerSec: offeredRate.optional(),
})
export type Producer = z.output<typeof producer>

/** A consumer group, or `count` identical groups, reading one topic entry. */
export const consumerGroup = z.strictObject({
  name: displayName,
  /** Name of the topic entry that the group reads. */
  topic: topicName,
  /** Number of identical groups. Each reads all records. */
  count: positiveCount.max(10_000).default(1),
  /** Consumers in one group. */
  members: positiveCount.max(100_000).default(1),
  /** Share of the records read that lie far behind the end of the log and come from disk. Left out: none. */
  laggingShare: fraction.optional(),
  /** Minimum size of a fetch response that a consumer asks for (`fetch.min.bytes`). */
  fetchMinBytes: clientSetting.default(1),
  /** Maximum time that a broker waits for `fetchMinBytes` to accumulate (`fetch.max.wait.ms`). */
  fetchMaxWaitMs: nonNegative.max(600_000).default(500),
  /** In a run: delay between the starts of two members of a group. */
  startStaggerMs: nonNegative.max(600_000).default(0),
  /**
   * In a run: how long after the start of the load the group begins to read. It begins at the first record, so it
   * catches up while the other groups read along. Left out: it reads along from the start.
   */
  startDelayMs: positive.max(86_400_000).optional(),
  /** Maximum rate that one member can read and process. Left out: not limiting. */
  mostRecordsPerSec: offeredRate.optional(),
})
export type ConsumerGroup = z.output<typeof consumerGroup>

/** Connections beyond those that follow from the producers and consumers. */
export const connections = z.strictObject({
  /**
   * Client connections that are open at the same time. Left out: derived from clients and brokers. A run opens idle
   * connections for those that exceed its own clients, up to what one host can hold.
   */
  total: positiveCount.max(1e9).optional(),
  /** New connections per second at the peak. A run closes each of them as soon as the broker has responded. */
  attemptsPerSec: nonNegative.max(1e9).default(0),
})

/** Client library of an application: it determines how records are grouped into requests. */
export const clientFamily = z.enum(['java', 'librdkafka'])
export type ClientFamily = z.output<typeof clientFamily>

/** Offered traffic, topics and clients. */
export const workload = z.strictObject({
  /** Client library of the application. */
  clientFamily: clientFamily.default('java'),
  /**
   * Language of an application over librdkafka, which decides how long its thread takes for a record. Left out: C. For
   * other languages give `mostRecordsPerSec`.
   */
  clientLanguage: z.enum(['c', 'python', 'node']).optional(),
  /** True if clients connect with TLS, which costs CPU time on brokers. Left out: not encrypted. */
  isEncrypted: z.boolean().optional(),
  /** Bandwidth of each client's own network port, per direction, in bytes/s on the wire. Left out: not limiting. */
  clientPortBytesPerSec: offeredRate.optional(),
  /** Maximum rates of one host with clients, as measured by a client probe. Left out: the rates in the offering. */
  clientHost: clientHost.optional(),
  /** Network round-trip time between clients and brokers. Left out: assumed. */
  roundTripMs: positive.max(10_000).optional(),
  topics: z.array(topic).min(1).max(1000),
  producers: z
    .array(producer)
    .min(
      1,
      'expected at least one producer, as consumers read what is written. To read a topic that was written before, give a producer that writes as fast as they should read',
    )
    .max(1000),
  consumerGroups: z.array(consumerGroup).max(1000).default([]),
  connections: connections.default({ attemptsPerSec: 0 }),
})
export type Workload = z.output<typeof workload>
