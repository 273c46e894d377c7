/**
 * Takes snapshots of the offsets of all partitions and groups. Rates are the differences between snapshots.
 */
import { maxTopicsPerPart } from '../../contracts/reading-part.ts'
import { type FoundOffsets, findOffsets } from './find-offsets.ts'
import { coordinatorOf, isShareGroup } from './list-groups.ts'
import { chunks, grouped, ledPartitions, type ObservedCluster } from './observed-cluster.ts'
import type { ListedGroup } from './requests/groups.ts'
import { earliestOffset, latestOffset, offsetFetchRequest } from './requests/offsets.ts'
import { shareGroupOffsetsRequest } from './requests/share-groups.ts'

/** Maximum number of snapshots in one reading: enough to see a peak, and few enough to store. */
const maxSnapshots = 60
const minIntervalMs = 2_000
/**
 * Maximum share of the time that snapshots take. A snapshot of very many partitions takes seconds, and other requests need time
 * too.
 */
const maxTimeShare = 0.2

/** Number of snapshots, at least 1, in the span after the first snapshot, which took `snapshotMs`. */
export function snapshotsWithin(spanMs: number, snapshotMs: number): number {
  const intervalMs = Math.max(minIntervalMs, snapshotMs / maxTimeShare)
  return Math.max(1, Math.min(maxSnapshots, Math.floor(spanMs / intervalMs)))
}

/** Takes a snapshot of the start and end offsets of all partitions. The ends are high watermarks. */
export async function snapshotOffsets(cluster: ObservedCluster): Promise<{ start: FoundOffsets; end: FoundOffsets }> {
  const partitions = ledPartitions(cluster.topics)
  const end = await findOffsets(cluster, partitions, latestOffset)
  const start = await findOffsets(cluster, partitions, earliestOffset)
  const snapshots = cluster.topics.map(({ name, partitions: own }) => {
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
  for (const topics of chunks(snapshots, maxTopicsPerPart)) cluster.emit({ part: 'offsets', topics: [...topics] })
  return { start, end }
}

/** Takes a snapshot of the committed offsets of all groups; of share groups, of their start offsets. */
export async function snapshotCommits(cluster: ObservedCluster, groups: readonly ListedGroup[]): Promise<void> {
  const byCoordinator = grouped(groups, ({ groupId }) => cluster.coordinators.get(groupId))
  await Promise.all(
    [...byCoordinator.values()].map(async (own) => {
      for (const group of own) await snapshotGroup(cluster, group)
    }),
  )
}

async function snapshotGroup(cluster: ObservedCluster, group: ListedGroup): Promise<void> {
  const { groupId } = group
  const [api, request] = isShareGroup(group)
    ? (['DescribeShareGroupOffsets', shareGroupOffsetsRequest] as const)
    : (['OffsetFetch', offsetFetchRequest] as const)
  const timed = await cluster.attempt(api, cluster.coordinators.get(groupId) ?? null, async (lastCode) => {
    const coordinator = await coordinatorOf(cluster, groupId, lastCode)
    const link = coordinator === null ? null : cluster.linkTo(coordinator)
    if (link === null) return null
    const fetched = await link.askTimed(request, groupId)
    cluster.failOn(api, fetched.response.errorCode)
    return fetched
  })
  if (timed === null) return
  const topics = timed.response.topics.map(({ topic, partitions }) => {
    const known = partitions.filter(({ errorCode }) => errorCode === 0)
    return {
      topic,
      partitions: known.map(({ index }) => index),
      offsets: known.map(({ offset }) => (offset < 0 ? null : offset)),
    }
  })
  cluster.emit({ part: 'committed', groupId, atEpochMs: timed.atEpochMs, topics })
}
