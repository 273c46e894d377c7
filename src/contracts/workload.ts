/**
 * What the clients ask of a cluster: offered traffic, topics, producers, consumer groups, connections.
 *
 * Rates are offered, at the peak, summed over the clients of an entry. What is left out takes the default of the client
 * family and is listed by the prediction as an assumption.
 */
import { z } from 'zod'
import {
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

/** A topic, or `count` alike ones. */
export const topic = z.strictObject({
  /** Name inside the scenario; a run puts its own prefix before it. */
  name: topicName,
  /** How many alike topics share the entry's traffic evenly. */
  count: positiveCount.max(1_000_000).default(1),
  /** Partitions of one topic, before replication. */
  partitions: positiveCount.max(200_000),
  /** Copies of each partition. */
  replicationFactor: positiveCount.max(9).default(3),
  /** Copies that must be there for a write with acks=all (`min.insync.replicas`). Left out: 2 of three and more, else 1. */
  minInsyncReplicas: positiveCount.max(9).optional(),
  /** How long the service keeps records, in ms. Left out: not stated. */
  retentionMs: positive.max(1e13).optional(),
})
export type Topic = z.output<typeof topic>

/** How record keys spread records over partitions. */
export const keys = z.discriminatedUnion('kind', [
  /** No keys: batches go to the partitions in turn, as the clients' sticky partitioners do. */
  z.strictObject({ kind: z.literal('none') }),
  /** Keys drawn evenly from `distinct` values. */
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

/** How the sizes of values lie around their mean, `recordValueBytes`. */
export const recordSizes = z.discriminatedUnion('kind', [
  /** All values have the mean size. */
  z.strictObject({ kind: z.literal('fixed') }),
  /** Evenly from (1 - spread) to (1 + spread) times the mean. */
  z.strictObject({ kind: z.literal('uniform'), spread: positive.max(1) }),
  /**
   * Lognormal: `sigma` is the standard deviation of the sizes' natural logarithm; at 1 the largest twentieth begins at
   * 3.1 times the mean.
   */
  z.strictObject({ kind: z.literal('lognormal'), sigma: positive.max(3) }),
  /**
   * Straight lines between sizes at percentiles, all of them times one factor, so that their mean is
   * `recordValueBytes`.
   */
  z.strictObject({
    kind: z.literal('percentiles'),
    /**
     * Smallest first: the share of values (0 to 1) that are at most so large. Below the first, values are as large as
     * it.
     */
    points: z
      .array(z.strictObject({ fraction, bytes: positive }))
      .min(2)
      .max(100)
      .refine(isRising, 'expected rising percentiles and sizes, smallest first'),
  }),
])
export type RecordSizes = z.output<typeof recordSizes>

/** Headers of a record: they travel and are stored with it, and count as no payload. */
export const recordHeaders = z.strictObject({
  /** Headers of one record. */
  count: positiveCount.max(100),
  /** Size of a header's name. */
  nameBytes: positiveCount.max(1_000).default(8),
  /** Size of a header's value. */
  valueBytes: count.max(100_000).default(16),
})
export type RecordHeaders = z.output<typeof recordHeaders>

/** What one host of clients can drive, all its clients together. */
export const clientHost = z.strictObject({
  /** Keys and values that its producers write, in bytes/s. */
  producePayloadBytesPerSec: offeredRate,
  /** Keys and values that its consumers read, all groups together, in bytes/s. Left out: not known, not limiting. */
  consumePayloadBytesPerSec: offeredRate.optional(),
})
export type ClientHost = z.output<typeof clientHost>

/** Producers of one kind writing to one topic entry. */
export const producer = z.strictObject({
  name: displayName,
  /** Name of the topic entry written to. */
  topic: topicName,
  /** Producer clients (each with its own connections). */
  clients: positiveCount.max(100_000).default(1),
  /** Records a second offered at the peak, all clients together. */
  peakRecordsPerSec: offeredRate,
  /** Records a second on average, for storage and cost. Left out: the peak. */
  averageRecordsPerSec: offeredRate.optional(),
  /** Mean size of a record's value before compression. */
  recordValueBytes: positiveCount.max(20_000_000),
  /** How the sizes of values lie around that mean. Left out: all alike. */
  recordSizes: recordSizes.optional(),
  /** Size of a record's key. */
  recordKeyBytes: count.max(1_000_000).default(0),
  /** Headers of each record. Left out: none. */
  headers: recordHeaders.optional(),
  /**
   * Message format of clients older than Kafka 0.11: brokers rewrite their records one by one, and brokers of Kafka 4
   * refuse them. A run sends today's format. Left out: today's, v2.
   */
  messageFormat: z.enum(['v0', 'v1']).optional(),
  keys: keys.default({ kind: 'none' }),
  acks: z.enum(['0', '1', 'all']).default('all'),
  isIdempotent: z.boolean().default(false),
  /** How long a batch waits for more records. */
  lingerMs: nonNegative.max(900_000).default(5),
  /** Largest batch for one partition. */
  batchBytes: clientSetting.default(16_384),
  /** Requests in flight on one connection. */
  maxInFlight: positiveCount.max(1_000_000).default(5),
  compression: z.enum(compressionCodecs).default('none'),
  /** Compressed bytes / uncompressed bytes of a batch: 1 is incompressible, and the only one without `compression`. */
  compressionRatio: positive.max(1).default(1),
  /** The most that one client can send by itself, as a client probe or another test told. Left out: not limiting. */
  mostRecordsPerSec: offeredRate.optional(),
})
export type Producer = z.output<typeof producer>

/** A consumer group, or `count` alike ones, reading one topic entry. */
export const consumerGroup = z.strictObject({
  name: displayName,
  /** Name of the topic entry read. */
  topic: topicName,
  /** How many alike groups read it, each its own copy. */
  count: positiveCount.max(10_000).default(1),
  /** Consumers in one group. */
  members: positiveCount.max(100_000).default(1),
  /** Share of its reading that is far behind the tail and comes from disk. Left out: none. */
  laggingShare: fraction.optional(),
  /** Smallest answer that a consumer asks of a broker. */
  fetchMinBytes: clientSetting.default(1),
  /** How long a broker may wait to gather `fetchMinBytes`. */
  fetchMaxWaitMs: nonNegative.max(600_000).default(500),
  /** Time between the starts of alike groups' members, in a run. */
  startStaggerMs: nonNegative.max(600_000).default(0),
  /**
   * In a run: how long after the start of the load the group begins to read, from the first record, so that it catches up
   * beside the others. Left out: it reads along from the start.
   */
  startDelayMs: positive.max(86_400_000).optional(),
  /** The most that one member can read and work off. Left out: not limiting. */
  mostRecordsPerSec: offeredRate.optional(),
})
export type ConsumerGroup = z.output<typeof consumerGroup>

/** Connections that the producers and consumers above do not explain. */
export const connections = z.strictObject({
  /**
   * Client connections open at once. Left out: derived from clients and brokers. A run holds as many idle as its own
   * clients are fewer, up to what one host can.
   */
  total: positiveCount.max(1e9).optional(),
  /** New connections a second at the peak. A run opens them, each closed as soon as the broker has answered. */
  attemptsPerSec: nonNegative.max(1e9).default(0),
})

/** Offered traffic, topics and clients. */
export const workload = z.strictObject({
  /** Client library of the application: it decides how records become requests. */
  clientFamily: z.enum(['java', 'librdkafka']).default('java'),
  /** True where clients connect with TLS, which costs brokers processor time. Left out: not encrypted. */
  isEncrypted: z.boolean().optional(),
  /** Network port that each client has for itself, each direction, in bytes/s on the wire. Left out: not limiting. */
  clientPortBytesPerSec: offeredRate.optional(),
  /** What one host of clients can drive, as a client probe told. Left out: what the offering's source published. */
  clientHost: clientHost.optional(),
  /** Network round trip from clients to brokers. Left out: assumed. */
  roundTripMs: positive.max(10_000).optional(),
  topics: z.array(topic).min(1).max(1000),
  producers: z.array(producer).min(1).max(1000),
  consumerGroups: z.array(consumerGroup).max(1000).default([]),
  connections: connections.default({ attemptsPerSec: 0 }),
})
export type Workload = z.output<typeof workload>
