/**
 * Looks at the offsets of all partitions and of all groups. The differences between looks are the rates.
 */
import { mostTopicsOfPart } from '../../contracts/reading-part.ts'
import { type FoundOffsets, findOffsets } from './find-offsets.ts'
import { chunks, grouped, ledPartitions, type ObservedCluster } from './observed-cluster.ts'
import { earliestOffset, latestOffset, offsetFetchRequest } from './requests/offsets.ts'

/** A group with the broker that coordinates it. */
export type CoordinatedGroup = { readonly groupId: string; readonly coordinator: number }

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
      start: indexes.map((index) => of(start, index)?.offset ?? null),
      end: indexes.map((index) => of(end, index)?.offset ?? null),
    }
  })
  for (const topics of chunks(looks, mostTopicsOfPart)) cluster.emit({ part: 'offsets', topics: [...topics] })
  return { start, end }
}

/** Looks at what the groups have committed. */
export async function lookAtCommits(cluster: ObservedCluster, groups: readonly CoordinatedGroup[]): Promise<void> {
  const byCoordinator = grouped(groups, ({ coordinator }) => coordinator)
  await Promise.all(
    [...byCoordinator].map(async ([coordinator, own]) => {
      for (const { groupId } of own) await lookAtGroup(cluster, coordinator, groupId)
    }),
  )
}

async function lookAtGroup(cluster: ObservedCluster, coordinator: number, groupId: string): Promise<void> {
  const link = cluster.linkTo(coordinator)
  if (link === null) return
  const askedAtMs = Date.now()
  const answer = await cluster.attempt('OffsetFetch', coordinator, async () => {
    const fetched = await link.ask(offsetFetchRequest, groupId)
    cluster.failOn('OffsetFetch', fetched.errorCode)
    return fetched
  })
  if (answer === null) return
  const topics = answer.topics.map(({ topic, partitions }) => {
    const known = partitions.filter(({ errorCode }) => errorCode === 0)
    return {
      topic,
      partitions: known.map(({ index }) => index),
      offsets: known.map(({ offset }) => (offset < 0 ? null : offset)),
    }
  })
  cluster.emit({ part: 'committed', groupId, atEpochMs: (askedAtMs + Date.now()) / 2, topics })
}
