/**
 * Partitions whose offsets were not seen twice: a broker was away, a leader was lost, or the topic was deleted. Their rates
 * are unknown, which is not 0.
 */
import type { ClusterReading, ReadTopic } from '../../contracts/cluster-reading.ts'
import type { OpenQuestion } from '../../contracts/observation.ts'
import { counted } from '../../units/count.ts'
import { someOf } from '../some-of.ts'

type Partition = ReadTopic['partitions'][number]

/** True for a partition with two snapshots of its offsets. */
export function isSeenTwice({ first, last }: Partition): boolean {
  return first !== null && last !== null && last.atEpochMs > first.atEpochMs
}

/**
 * Names the topics with partitions that were not seen twice, if others were. Partitions that had no leader from the
 * beginning, and topics whose offsets were refused, have a question of their own.
 */
export function unseenQuestion(topics: readonly ReadTopic[], { refusals }: ClusterReading): OpenQuestion[] {
  if (!topics.some(({ partitions }) => partitions.some(isSeenTwice))) return []
  const refused = refusals.filter(({ api, isAway }) => api === 'ListOffsets' && isAway !== true)
  if (refused.some((each) => each.topics === undefined)) return []
  const named = new Set(refused.flatMap((each) => each.topics ?? []))
  const unseenOf = ({ partitions }: ReadTopic) =>
    partitions.filter((each) => each.leader >= 0 && !isSeenTwice(each)).length
  const affected = topics.filter((topic) => !named.has(topic.name) && unseenOf(topic) > 0)
  if (affected.length === 0) return []
  const unseen = affected.reduce((sum, topic) => sum + unseenOf(topic), 0)
  const all = topics.reduce((sum, { partitions }) => sum + partitions.length, 0)
  const names = someOf(
    affected.map((topic) => `${topic.name} (${unseenOf(topic)})`),
    'topic',
  )
  return [
    {
      id: 'partitions-not-seen-twice',
      text: `What is written to ${unseen} of ${counted(all, 'partition')} is not known: ${names}. Their offsets were not seen twice, because their leader was lost or their topic was deleted.`,
      effect:
        'Their rate is unknown, not 0: rates of these topics are too low, or left out if no other partition is written.',
    },
  ]
}
