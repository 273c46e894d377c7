/**
 * Requests offsets from the leaders: the ends of logs, or the first offsets at a time.
 */
import type { ObservedApiName } from '../../contracts/observe-rights.ts'
import type { Timed } from './broker-link.ts'
import { byTopic, type LedPartition, ledPartitions, type ObservedCluster } from './observed-cluster.ts'
import { isPassing } from './patience.ts'
import {
  largestTimestamp,
  largestTimestampRequest,
  listOffsetsRequest,
  type OffsetsFields,
  type OffsetsResponse,
} from './requests/offsets.ts'

/** An offset of a partition. */
export type FoundOffset = {
  /** -1 if no record is that late. */
  readonly offset: number
  /** Timestamp of the record at that offset; -1 if the response has none. */
  readonly timestamp: number
  /** Halfway between request and response. */
  readonly atEpochMs: number
  /** Half the time between request and response, in ms. */
  readonly withinMs: number
}

/** Offsets by topic and partition, without those that were refused. */
export type FoundOffsets = ReadonlyMap<string, ReadonlyMap<number, FoundOffset>>

const api: ObservedApiName = 'ListOffsets'

/**
 * Requests the offsets of the partitions at a time. If leaders have moved or are not ready, asks again for a while.
 * @param timestamp epoch ms, or a special timestamp such as `largestTimestamp`
 */
export async function findOffsets(
  cluster: ObservedCluster,
  partitions: readonly LedPartition[],
  timestamp: number | ((partition: LedPartition) => number),
): Promise<FoundOffsets> {
  const found = new Map<string, Map<number, FoundOffset>>()
  let remaining = partitions
  for (let tries = 0; remaining.length > 0; tries += 1) {
    const missing = await askLeaders(cluster, remaining, { timestamp, found })
    if (missing.size === 0) break
    if (!(await cluster.patience.wait(tries))) {
      cluster.emit({ part: 'note', note: 'The offsets of some partitions are missing: their leaders were not ready.' })
      break
    }
    // The new metadata have the new leaders. Partitions that were deleted are not in them.
    await cluster.refresh()
    remaining = ledPartitions(cluster.topics).filter((each) => missing.has(keyOf(each)))
  }
  return found
}

/** The time to search for, and the offsets found so far. */
type Search = {
  readonly timestamp: number | ((partition: LedPartition) => number)
  readonly found: Map<string, Map<number, FoundOffset>>
}

/** Sends the requests to all leaders. @returns the partitions whose broker does not lead them or is not ready yet */
async function askLeaders(
  cluster: ObservedCluster,
  partitions: readonly LedPartition[],
  { timestamp, found }: Search,
): Promise<ReadonlySet<string>> {
  const request = timestamp === largestTimestamp ? largestTimestampRequest : listOffsetsRequest
  const missing = new Set<string>()
  await Promise.all(
    [...cluster.requestsByLeader(partitions)].map(async ([leader, requests]) => {
      const link = cluster.linkTo(leader)
      if (link === null) return
      for (const chunk of requests) {
        const fields: OffsetsFields = [...byTopic(chunk)].map(([topic, led]) => ({
          topic,
          partitions: led.map((partition) => ({
            index: partition.index,
            timestamp: typeof timestamp === 'number' ? timestamp : timestamp(partition),
          })),
        }))
        const timed = await cluster.attempt(api, leader, () => link.askTimed(request, fields))
        if (timed === null) continue
        for (const key of take(cluster, timed, found)) missing.add(key)
      }
    }),
  )
  return missing
}

/** UNKNOWN_TOPIC_OR_PARTITION: the partition was deleted, or this broker no longer has it. */
const unknownPartition = 3

function keyOf({ topic, index }: { readonly topic: string; readonly index: number }): string {
  return `${topic} ${index}`
}

/** Adds the offsets of a response. @returns the partitions whose leader is another broker, or is not ready */
function take(
  cluster: ObservedCluster,
  { response, atEpochMs, withinMs }: Timed<OffsetsResponse>,
  found: Map<string, Map<number, FoundOffset>>,
): string[] {
  const missing: string[] = []
  for (const { topic, partitions } of response.topics) {
    const offsets = found.get(topic) ?? new Map<number, FoundOffset>()
    found.set(topic, offsets)
    for (const { index, errorCode, offset, timestamp } of partitions) {
      if (errorCode === 0) offsets.set(index, { offset, timestamp, atEpochMs, withinMs })
      else if (errorCode === unknownPartition || isPassing(errorCode)) missing.push(keyOf({ topic, index }))
      else cluster.refuseTopic(api, topic, errorCode)
    }
  }
  return missing
}
