/**
 * Asks the leaders for offsets: the ends of logs, or the first offsets at a time.
 */
import type { ObservedApiName } from '../../contracts/observe-rights.ts'
import { byTopic, type LedPartition, type ObservedCluster } from './observed-cluster.ts'
import {
  largestTimestamp,
  largestTimestampRequest,
  listOffsetsRequest,
  type OffsetsAnswer,
  type OffsetsOrder,
} from './requests/offsets.ts'

/** An offset of a partition. */
export type FoundOffset = {
  /** -1 if no record is that late. */
  readonly offset: number
  /** Of the record at that offset; -1 if the request does not tell. */
  readonly timestamp: number
  /** Halfway between request and response. */
  readonly atEpochMs: number
}

/** Offsets by topic and partition. What was refused is missing. */
export type FoundOffsets = ReadonlyMap<string, ReadonlyMap<number, FoundOffset>>

const api: ObservedApiName = 'ListOffsets'

/** Leaders that moved since the metadata were read: the next look asks the new ones. */
const passingErrors: ReadonlySet<number> = new Set([3, 5, 6, 9, 78])

/** Offsets of the partitions at a time, or at one of the times with a meaning of their own. */
export async function findOffsets(
  cluster: ObservedCluster,
  partitions: readonly LedPartition[],
  timestamp: number | ((partition: LedPartition) => number),
): Promise<FoundOffsets> {
  const found = new Map<string, Map<number, FoundOffset>>()
  const request = timestamp === largestTimestamp ? largestTimestampRequest : listOffsetsRequest
  await Promise.all(
    [...cluster.requestsByLeader(partitions)].map(async ([leader, requests]) => {
      const link = cluster.linkTo(leader)
      if (link === null) return
      for (const chunk of requests) {
        const order: OffsetsOrder = [...byTopic(chunk)].map(([topic, led]) => ({
          topic,
          partitions: led.map((partition) => ({
            index: partition.index,
            timestamp: typeof timestamp === 'number' ? timestamp : timestamp(partition),
          })),
        }))
        const askedAtMs = Date.now()
        const answer = await cluster.attempt(api, leader, () => link.ask(request, order))
        if (answer !== null) take(cluster, answer, (askedAtMs + Date.now()) / 2, found)
      }
    }),
  )
  return found
}

function take(
  cluster: ObservedCluster,
  answer: OffsetsAnswer,
  atEpochMs: number,
  found: Map<string, Map<number, FoundOffset>>,
): void {
  for (const { topic, partitions } of answer.topics) {
    const offsets = found.get(topic) ?? new Map<number, FoundOffset>()
    found.set(topic, offsets)
    for (const { index, errorCode, offset, timestamp } of partitions) {
      if (errorCode === 0) offsets.set(index, { offset, timestamp, atEpochMs })
      else if (!passingErrors.has(errorCode)) {
        try {
          cluster.failOn(api, errorCode)
        } catch (error) {
          cluster.refuse(api, null, error)
        }
      }
    }
  }
}
