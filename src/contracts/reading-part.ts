/**
 * The parts in which a host reports the reading of a cluster. Each is stored when it arrives, so an interrupted reading
 * can be continued. `measurement/reading/assemble-reading.ts` assembles the parts into one reading.
 */
import { z } from 'zod'
import { batchSample } from './batch-sample.ts'
import { readBroker, readGroup, readingCost, readQuota, refusal, topicHistory } from './cluster-reading.ts'
import { count, epochMs, positiveCount } from './primitives.ts'

const reportedName = z.string().max(1_000)

/** Numbers by partition, in the order of the topic's partitions. Null: the cluster did not report the number. */
const byPartition = z.array(count.nullable()).max(200_000)

/** Time of each partition's snapshot; null if it is not in the snapshot. */
const timesByPartition = z.array(epochMs.nullable()).max(200_000)

/** Maximum number of topics in one part. A reading of a cluster with more topics has several parts. */
export const maxTopicsPerPart = 500

/** Limits of what a reading reads and of the load that it puts on the cluster. */
export const readingBounds = z.strictObject({
  /** Time between the first and the last snapshot of the offsets. 0: one snapshot, so current rates are unknown. */
  spanMs: count.max(7 * 86_400_000, 'expected at most 7 days'),
  /** Maximum bytes of Fetch responses. 0: no batch is sampled, and no right to read topics is needed. */
  sampleBytes: count.max(10_000_000_000, 'expected at most 10 GB'),
  /** Maximum requests/s to one broker. */
  requestsPerSec: positiveCount.max(100),
  /** Maximum bytes/s of responses from one broker. */
  bytesPerSec: positiveCount.max(1_000_000_000),
  /** Hours of history that are read with ListOffsets by time; 0: none. */
  historyHours: count.max(2_400),
})
export type ReadingBounds = z.output<typeof readingBounds>

/** Default bounds. They are safe for production: the reading costs about as much as one more consumer. */
export const usualReadingBounds: ReadingBounds = {
  spanMs: 60_000,
  sampleBytes: 50_000_000,
  requestsPerSec: 10,
  bytesPerSec: 1_000_000,
  historyHours: 168,
}

/** Topics that an earlier attempt has finished. A resumed reading leaves them out. */
export const readAlready = z.strictObject({
  history: z.array(reportedName).max(50_000),
  samples: z.array(reportedName).max(50_000),
})
export type ReadAlready = z.output<typeof readAlready>

/** One part of a reading. */
export const readingPart = z.discriminatedUnion('part', [
  z.strictObject({
    part: z.literal('cluster'),
    startedAtEpochMs: epochMs,
    clusterId: reportedName.nullable(),
    brokers: z.array(readBroker.omit({ logBytes: true })).max(10_000),
    movingPartitions: count.nullable(),
    quotas: z.array(readQuota).max(50_000).nullable(),
  }),
  z.strictObject({
    part: z.literal('topics'),
    topics: z
      .array(
        z.strictObject({
          name: reportedName.min(1),
          isInternal: z.boolean(),
          configs: z.record(z.string().max(300), z.string().max(10_000).nullable()).nullable(),
          partitions: z
            .array(
              z.strictObject({
                index: count,
                leader: z.int(),
                replicas: z.array(z.int()).max(50),
                inSyncReplicas: count,
              }),
            )
            .max(200_000),
        }),
      )
      .max(maxTopicsPerPart),
  }),
  /** One snapshot of the offsets of some topics. */
  z.strictObject({
    part: z.literal('offsets'),
    topics: z
      .array(
        z.strictObject({
          topic: reportedName,
          atEpochMs: timesByPartition,
          withinMs: timesByPartition.optional(),
          start: byPartition,
          end: byPartition,
        }),
      )
      .max(maxTopicsPerPart),
  }),
  z.strictObject({ part: z.literal('groups'), groups: z.array(readGroup.omit({ committed: true })).max(1_000) }),
  /** One snapshot of the committed offsets of a group. */
  z.strictObject({
    part: z.literal('committed'),
    groupId: reportedName,
    atEpochMs: epochMs,
    topics: z
      .array(z.strictObject({ topic: reportedName, partitions: z.array(count).max(200_000), offsets: byPartition }))
      .max(50_000),
  }),
  /** Sizes of the logs on one broker. */
  z.strictObject({
    part: z.literal('log-sizes'),
    brokerId: z.int(),
    topics: z
      .array(z.strictObject({ topic: reportedName, partitions: z.array(count).max(200_000), bytes: byPartition }))
      .max(50_000),
  }),
  z.strictObject({ part: z.literal('history'), topic: reportedName, history: topicHistory }),
  /** Producers with an id that wrote in the last hour. */
  z.strictObject({
    part: z.literal('producers'),
    distinct: count,
    topics: z.array(z.strictObject({ topic: reportedName, distinct: count, byPartition })).max(50_000),
  }),
  z.strictObject({ part: z.literal('sample'), topic: reportedName, sample: batchSample }),
  z.strictObject({ part: z.literal('refusal'), refusal }),
  z.strictObject({ part: z.literal('note'), note: z.string().max(1_000) }),
  /** Cost since the start of this attempt. The last part of this kind counts. */
  z.strictObject({ part: z.literal('cost'), atEpochMs: epochMs, cost: readingCost }),
  /** The last part. `endedEarlyBecause` is null if everything was read. */
  z.strictObject({
    part: z.literal('end'),
    atEpochMs: epochMs,
    endedEarlyBecause: z.string().max(1_000).nullable(),
  }),
])
export type ReadingPart = z.output<typeof readingPart>
export type PartOf<K extends ReadingPart['part']> = Extract<ReadingPart, { part: K }>
