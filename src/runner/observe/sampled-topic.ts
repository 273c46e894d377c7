/**
 * The sampling state of a topic, and the functions that fetch batches into it.
 */
import { splitBatches } from './batches/batch-headers.ts'
import type { TopicSampler } from './batches/topic-sampler.ts'
import type { ObservedCluster } from './observed-cluster.ts'
import { type FetchedPartition, type FetchFields, fetchRequest } from './requests/fetch.ts'

/** Lower and upper limit of the bytes that one fetch asks for. */
export const minFetchBytes = 65_536
export const maxFetchBytes = 1_048_576

/** Offsets of a partition that may be sampled. */
export type OffsetRange = {
  readonly topic: string
  readonly index: number
  readonly leader: number
  /** The first offset. */
  readonly from: number
  /** The offset after the last one. */
  readonly to: number
}

/** One topic and the state of its sampling. */
export type SampledTopic = {
  readonly name: string
  /** What may still be sampled. A partition that cannot be read is left out. */
  ranges: readonly OffsetRange[]
  /** Number of offsets in all ranges when sampling began. A compacted or transactional topic has fewer records than that. */
  readonly records: number
  /** Number of offsets in the range of each partition when sampling began. */
  readonly partitionRecords: ReadonlyMap<number, number>
  /** Where the spread positions start, as a random fraction of the topic's records. */
  readonly firstPosition: number
  readonly sampler: TopicSampler
  /** Fetches, failed ones included, so that sampling ends even if no leader is reachable. */
  attempts: number
  fetchedBytes: number
  /** True once the right to read the topic was refused. No more fetches follow. */
  isRefused: boolean
}

/**
 * Errors that do not stop sampling: OFFSET_OUT_OF_RANGE (the records were deleted), UNKNOWN_TOPIC_OR_PARTITION (the topic
 * was deleted) and NOT_LEADER_OR_FOLLOWER.
 */
const harmlessCodes: ReadonlySet<number> = new Set([1, 3, 6])

/** TOPIC_AUTHORIZATION_FAILED. */
const missingRight = 29

/**
 * Fetches from one broker.
 * @returns the partitions of the response, none if the metadata do not name the broker; null if it refused or was not reached
 */
export async function fetchBatches(
  cluster: ObservedCluster,
  leader: number,
  fields: FetchFields,
): Promise<readonly FetchedPartition[] | null> {
  const link = cluster.linkTo(leader)
  if (link === null) return []
  return cluster.attempt('Fetch', null, async () => {
    const { errorCode, partitions } = await link.ask(fetchRequest, fields)
    cluster.failOn('Fetch', errorCode)
    return partitions
  })
}

/** Leaves out the ranges for which `isLeftOut` is true, because they cannot be read. */
export function leaveOut(topic: SampledTopic, isLeftOut: (range: OffsetRange) => boolean): void {
  topic.ranges = topic.ranges.filter((range) => !isLeftOut(range))
}

/** Adds the batches of a partition to its topic's sample. If the broker refused them, notes that and leaves out the partition. */
export function addFetched(
  cluster: ObservedCluster,
  topic: SampledTopic,
  { index, errorCode, batches: batchBytes }: FetchedPartition,
): void {
  if (errorCode !== 0 && !harmlessCodes.has(errorCode)) {
    cluster.refuseTopic('Fetch', topic.name, errorCode)
    topic.isRefused ||= errorCode === missingRight
    leaveOut(topic, (range) => range.index === index)
    return
  }
  topic.sampler.add(index, splitBatches(batchBytes))
  topic.fetchedBytes += batchBytes.length
}
