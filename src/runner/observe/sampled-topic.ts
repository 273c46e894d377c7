/**
 * A topic while its batches are sampled, and what fetches add to it.
 */
import { splitBatches } from './batches/batch-headers.ts'
import type { TopicSampler } from './batches/topic-sampler.ts'
import type { ObservedCluster } from './observed-cluster.ts'
import { type FetchedPartition, type FetchFields, fetchRequest } from './requests/fetch.ts'

/** Bounds of what one fetch asks for. */
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
  readonly ranges: readonly OffsetRange[]
  /** Offsets in the ranges. A compacted or transactional topic has fewer records. */
  readonly records: number
  /** A random share of the records, from which on positions are spread. */
  readonly firstPosition: number
  readonly sampler: TopicSampler
  /** Fetches, failed ones included, so that sampling ends even if no leader is reachable. */
  attempts: number
  fetchedBytes: number
  /** True after a refused fetch: no more fetches follow, and a topic refused in the first pass is dropped. */
  isRefused: boolean
}

/**
 * Errors that do not stop sampling: OFFSET_OUT_OF_RANGE (the records were deleted), UNKNOWN_TOPIC_OR_PARTITION (the topic
 * was deleted) and NOT_LEADER_OR_FOLLOWER.
 */
const harmlessCodes: ReadonlySet<number> = new Set([1, 3, 6])

/** Fetches from one broker. @returns the partitions of the response; null if the request was refused */
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

/** Adds the batches of a partition to its topic, or records that they were refused. */
export function addFetched(
  cluster: ObservedCluster,
  topic: SampledTopic,
  { index, errorCode, batches }: FetchedPartition,
): void {
  if (errorCode !== 0 && !harmlessCodes.has(errorCode)) {
    cluster.refuseTopic('Fetch', topic.name, errorCode)
    topic.isRefused = true
    return
  }
  topic.sampler.add(index, splitBatches(batches))
  topic.fetchedBytes += batches.length
}
