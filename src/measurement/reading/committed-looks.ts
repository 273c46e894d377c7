/**
 * Keeps the first and the last committed offset of each partition of a group. A look is one query of these offsets.
 */
import type { CommittedOffsets, ReadGroup } from '../../contracts/cluster-reading.ts'
import type { PartOf } from '../../contracts/reading-part.ts'

/** A group to which looks are still being added. */
export type OpenGroup = Omit<ReadGroup, 'committed'> & { committed: Map<string, CommittedOffsets> | null }

/** Adds a look. A partition that was not in the first look counts from the look in which it first appears. */
export function addCommits(group: OpenGroup | undefined, look: PartOf<'committed'>): void {
  if (group === undefined) return
  group.committed ??= new Map()
  for (const { topic, partitions, offsets } of look.topics) {
    const before = group.committed.get(topic)
    const first = new Map(before?.partitions.map((partition, position) => [partition, before.first[position] ?? null]))
    group.committed.set(topic, {
      topic,
      partitions,
      firstAtEpochMs: before?.firstAtEpochMs ?? look.atEpochMs,
      lastAtEpochMs: look.atEpochMs,
      first: partitions.map((partition, position) =>
        first.has(partition) ? (first.get(partition) ?? null) : (offsets[position] ?? null),
      ),
      last: partitions.map((_, position) => offsets[position] ?? null),
    })
  }
}
