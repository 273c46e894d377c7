/**
 * The share of the written bytes that consumers read: all of it, or as much as a limit allows.
 */
import { type Arrivals, fetchRequestsPerSec } from './fetching.ts'
import type { Situation } from './situation.ts'
import { loggedBytesPerSec } from './topic-traffic.ts'

/**
 * What the groups of a consumer entry get while a limit holds them back. Consumers read batches as they were written, so a
 * limit in records/s allows a share of the records, and one in bytes/s a rate of bytes.
 */
export type HeldReads = {
  /** Factor of the load whose records each of its groups reads, if a limit in records/s holds it; null otherwise. */
  readonly recordsFactor: number | null
  /** Wire bytes/s that each of its groups reads if a limit in bytes/s holds it, markers included. */
  readonly wireBytesPerSec: number
  /** Fetch requests/s of all its groups. */
  readonly fetchRequestsPerSec: number
}

/** By the index of the consumer entry: what its groups get at most; null if they get all that is written. */
export type Reads = readonly (HeldReads | null)[]

/** A topic entry whose reads are added. */
type ReadTopic = Arrivals & { timesRead: number; timesReadFromDisk: number; fetchRequestsPerSec: number }

/** Every group reads everything that is written. Gives the fetch requests/s of all groups. */
export function addReads(situation: Situation, topics: readonly ReadTopic[]): number {
  for (const { index, readers, laggingReaders } of situation.topics) {
    const topic = topics[index]
    if (topic === undefined) continue
    topic.timesRead = readers
    topic.timesReadFromDisk = laggingReaders
  }
  let total = 0
  for (const load of situation.consumers) {
    const topic = topics[load.topic.index]
    if (topic === undefined) continue
    const fetches = fetchRequestsPerSec(load, topic, situation)
    topic.fetchRequestsPerSec += fetches
    total += fetches
  }
  return total
}

/** As `addReads`, with groups that get less than is written at `factor`. */
export function addHeldReads(
  situation: Situation,
  topics: readonly ReadTopic[],
  { reads, factor }: { readonly reads: Reads; readonly factor: number },
): number {
  let total = 0
  for (const [index, load] of situation.consumers.entries()) {
    const topic = topics[load.topic.index]
    if (topic === undefined) continue
    const held = reads[index] ?? null
    const share = held === null ? 1 : shareOf(held, factor, topic)
    const times = load.group.count * share
    topic.timesRead += times
    topic.timesReadFromDisk += times * (load.group.laggingShare ?? 0)
    const fetches = held !== null && share < 1 ? held.fetchRequestsPerSec : fetchRequestsPerSec(load, topic, situation)
    topic.fetchRequestsPerSec += fetches
    total += fetches
  }
  return total
}

/** Share of the written bytes that a group reads. */
function shareOf({ recordsFactor, wireBytesPerSec }: HeldReads, factor: number, topic: Arrivals): number {
  if (recordsFactor !== null) return Math.min(1, recordsFactor / factor)
  const written = loggedBytesPerSec(topic)
  return wireBytesPerSec < written ? wireBytesPerSec / written : 1
}
