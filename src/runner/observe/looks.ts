/**
 * Looks at the offsets of all partitions and of all groups. The differences between looks are the rates.
 */
import { maxTopicsPerPart } from '../../contracts/reading-part.ts'
import { type FoundOffsets, findOffsets } from './find-offsets.ts'
import { coordinatorOf } from './list-groups.ts'
import { chunks, grouped, ledPartitions, type ObservedCluster } from './observed-cluster.ts'
import type { ListedGroup } from './requests/groups.ts'
import { earliestOffset, latestOffset, offsetFetchRequest } from './requests/offsets.ts'

/** Most looks at the offsets in one reading: enough to see a peak, and few enough to store. */
const looksOfReading = 60
const leastLookIntervalMs = 2_000
/** Looks take at most this share of the time: one at very many partitions takes seconds, and the rest has to be read too. */
const shareOfLooks = 0.2

/** How often to look within a time after the first look, which took `lookMs`. At least once. */
export function looksWithin(spanMs: number, lookMs: number): number {
  const intervalMs = Math.max(leastLookIntervalMs, lookMs / shareOfLooks)
  return Math.max(1, Math.min(looksOfReading, Math.floor(spanMs / intervalMs)))
}

/** Looks at the ends of all logs. @returns the high watermarks */
export async function lookAtOffsets(cluster: ObservedCluster): Promise<{ start: FoundOffsets; end: FoundOffsets }> {
  const partitions = ledPartitions(cluster.topics)
  const end = await findOffsets(cluster, partitions, latestOffset)
  const start = await findOffsets(cluster, partitions, earliestOffset)
  const looks = cluster.topics.map(({ name, partitions: own }) => {
    const indexes = own.map(({ index }) => index)
    const of = (found: FoundOffsets, index: number) => found.get(name)?.get(index)
    return {
      topic: name,
      atEpochMs: indexes.map((index) => of(end, index)?.atEpochMs ?? null),
      withinMs: indexes.map((index) => of(end, index)?.withinMs ?? null),
      start: indexes.map((index) => of(start, index)?.offset ?? null),
      end: indexes.map((index) => of(end, index)?.offset ?? null),
    }
  })
  for (const topics of chunks(looks, maxTopicsPerPart)) cluster.emit({ part: 'offsets', topics: [...topics] })
  return { start, end }
}

/** Looks at what the groups have committed. */
export async function lookAtCommits(cluster: ObservedCluster, groups: readonly ListedGroup[]): Promise<void> {
  const byCoordinator = grouped(groups, ({ groupId }) => cluster.coordinators.get(groupId))
  await Promise.all(
    [...byCoordinator.values()].map(async (own) => {
      for (const { groupId } of own) await lookAtGroup(cluster, groupId)
    }),
  )
}

async function lookAtGroup(cluster: ObservedCluster, groupId: string): Promise<void> {
  const timed = await cluster.attempt('OffsetFetch', cluster.coordinators.get(groupId) ?? null, async (lastCode) => {
    const coordinator = await coordinatorOf(cluster, groupId, lastCode)
    const link = coordinator === null ? null : cluster.linkTo(coordinator)
    if (link === null) return null
    const fetched = await link.askTimed(offsetFetchRequest, groupId)
    cluster.failOn('OffsetFetch', fetched.answer.errorCode)
    return fetched
  })
  if (timed === null) return
  const topics = timed.answer.topics.map(({ topic, partitions }) => {
    const known = partitions.filter(({ errorCode }) => errorCode === 0)
    return {
      topic,
      partitions: known.map(({ index }) => index),
      offsets: known.map(({ offset }) => (offset < 0 ? null : offset)),
    }
  })
  cluster.emit({ part: 'committed', groupId, atEpochMs: timed.atEpochMs, topics })
}
