/**
 * Lays the looks at the committed offsets of a group upon each other: the first and the last one of each partition.
 */
import type { CommittedOffsets, ReadGroup } from '../../contracts/cluster-reading.ts'
import type { PartOf } from '../../contracts/reading-part.ts'

/** A group whose looks are still added. */
export type OpenGroup = Omit<ReadGroup, 'committed'> & { committed: Map<string, CommittedOffsets> | null }

/** Adds a look. Partitions that were not in the first look count from the look in which they appear. */
export function addCommits(group: OpenGroup | undefined, look: PartOf<'committed'>): void {
  if (group === undefined) return
  group.committed ??= new Map()
  for (const { topic, partitions, offsets } of look.topics) {
    const before = group.committed.get(topic)
    const first = new Map(before?.partitions.map((partition, place) => [partition, before.first[place] ?? null]))
    group.committed.set(topic, {
      topic,
      partitions,
      firstAtEpochMs: before?.firstAtEpochMs ?? look.atEpochMs,
      lastAtEpochMs: look.atEpochMs,
      first: partitions.map((partition, place) =>
        first.has(partition) ? (first.get(partition) ?? null) : (offsets[place] ?? null),
      ),
      last: partitions.map((_, place) => offsets[place] ?? null),
    })
  }
}
