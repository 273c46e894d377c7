/**
 * Keeps the first and the last committed offset of each partition of a group. A snapshot is one query of these offsets.
 */
import type { CommittedOffsets, ReadGroup } from '../../contracts/cluster-reading.ts'
import type { PartOf } from '../../contracts/reading-part.ts'

/** A group to which snapshots are still being added. */
export type OpenGroup = Omit<ReadGroup, 'committed'> & { committed: Map<string, CommittedOffsets> | null }

/** Adds a snapshot. A partition that was not in the first one counts from the snapshot in which it first appears. */
export function addCommittedSnapshot(group: OpenGroup | undefined, snapshot: PartOf<'committed'>): void {
  if (group === undefined) return
  group.committed ??= new Map()
  for (const { topic, partitions, offsets } of snapshot.topics) {
    const before = group.committed.get(topic)
    const first = new Map(before?.partitions.map((partition, position) => [partition, before.first[position] ?? null]))
    group.committed.set(topic, {
      topic,
      partitions,
      firstAtEpochMs: before?.firstAtEpochMs ?? snapshot.atEpochMs,
      lastAtEpochMs: snapshot.atEpochMs,
      first: partitions.map((partition, position) =>
        first.has(partition) ? (first.get(partition) ?? null) : (offsets[position] ?? null),
      ),
      last: partitions.map((_, position) => offsets[position] ?? null),
    })
  }
}
