/**
 * Says which topics were created, deleted or given partitions while a cluster was read. A reading has the topics that it
 * found at its start.
 */
import { createdNoteWords } from '../../contracts/cluster-reading.ts'
import type { ObservedTopic } from './observed-cluster.ts'

/** A note has at most 1,000 characters, so it names no more topics than this. */
const maxNamed = 3

/** One note for each kind of change; none without changes. */
export function topicChangeNotes(before: readonly ObservedTopic[], after: readonly ObservedTopic[]): string[] {
  const partitionsBefore = partitionsOf(before)
  const partitionsAfter = partitionsOf(after)
  const deleted = [...partitionsBefore.keys()].filter((name) => !partitionsAfter.has(name))
  const created = [...partitionsAfter.keys()].filter((name) => !partitionsBefore.has(name))
  const grown = [...partitionsBefore].flatMap(([name, partitions]) =>
    (partitionsAfter.get(name) ?? 0) > partitions ? [name] : [],
  )
  return [
    ...noteOn(deleted, 'Deleted while the cluster was read; the figures are from the time before:'),
    ...noteOn(created, createdNoteWords),
    ...noteOn(grown, 'Given more partitions while the cluster was read; what is written to those is missing:'),
  ]
}

/** The number of partitions by topic, without Kafka's own topics. */
function partitionsOf(topics: readonly ObservedTopic[]): ReadonlyMap<string, number> {
  return new Map(
    topics.filter(({ isInternal }) => !isInternal).map(({ name, partitions }) => [name, partitions.length]),
  )
}

function noteOn(names: readonly string[], words: string): string[] {
  if (names.length === 0) return []
  const others = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : ''
  return [`${words} ${names.slice(0, maxNamed).join(', ')}${others}.`]
}
