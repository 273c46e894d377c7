/**
 * The consumer groups of an observed topic, as entries of a scenario.
 */
import type { Observation, OpenQuestion } from '../contracts/observation.ts'
import type { ConsumerGroup } from '../contracts/workload.ts'
import { counted } from '../units/count.ts'
import { significantDigits } from '../units/number-text.ts'
import type { FoldedTopic } from './fold-topics.ts'
import { ratesOf } from './peak-rates.ts'
import { assumed, derived, given, type Sourced, type SourcedFields } from './sourced.ts'

/** Fields of an entry; the others take their defaults. */
export type ObservedConsumers = SourcedFields<Pick<ConsumerGroup, 'name' | 'topic' | 'members'> & { count?: number }>

/** More members than these are not assumed. */
const mostAssumedMembers = 100

/** The entries, and how far what they read is from what was observed. */
export function consumersOf(
  topic: FoldedTopic,
  groups: Observation['groups'],
): { readonly groups: readonly ObservedConsumers[]; readonly questions: readonly OpenQuestion[] } {
  const entryName = topic.entryName ?? topic.name
  const partitions = topic.figures.partitions?.value ?? 6
  const usualMembers = assumed(Math.min(mostAssumedMembers, partitions), 'no source has the members: one a partition')
  const readers = groups.flatMap(({ name, reads }) => {
    const read = reads.find((each) => each.topic === topic.name)
    return read === undefined || isGone(read.figures) ? [] : [{ name, figures: read.figures }]
  })
  if (readers.length > 0) {
    const entries = readers.map(({ name, figures }) => ({
      name: given(displayed(name)),
      topic: given(entryName),
      members: figures.members !== undefined && figures.members.value >= 1 ? figures.members : usualMembers,
    }))
    return { groups: entries, questions: unseenReaders(topic, readers.length) }
  }
  const count = groupsOf(topic)
  if (count.value < 1) return { groups: [], questions: [] }
  const entry = { name: given(`readers of ${entryName}`.slice(0, 200)), topic: given(entryName), count }
  return { groups: [{ ...entry, members: usualMembers }], questions: unseenReaders(topic, count.value) }
}

type ReadFigures = Observation['groups'][number]['reads'][number]['figures']

/** A group that has no member and reads nothing has only its old offsets there. */
function isGone({ members, recordsOutPerSec }: ReadFigures): boolean {
  return members?.value === 0 && (recordsOutPerSec === undefined || recordsOutPerSec.value === 0)
}

/** Number of groups where none is known by name. */
function groupsOf(topic: FoldedTopic): Sourced {
  const { consumerGroups } = topic.figures
  if (consumerGroups !== undefined) return consumerGroups
  const ratio = readRatioOf(topic)
  if (ratio === null) return assumed(1, 'no source has its consumer groups: one')
  return derived(Math.min(10_000, Math.round(ratio.value)), ratio, 'bytes read / bytes written, rounded')
}

/** Bytes read / bytes written over the same time; null if one is not known. */
function readRatioOf({ figures }: FoldedTopic): Sourced | null {
  for (const when of ['average', 'peakHour', 'peakMinute'] as const) {
    const [read, written] = [figures[`${when}BytesOutPerSec`], figures[`${when}BytesInPerSec`]]
    if (read !== undefined && written !== undefined && written.value > 0) {
      return derived(read.value / written.value, read, 'bytes read / bytes written')
    }
  }
  return null
}

/** Readers without commits, or those that read a part, show in the bytes only. */
const noticedDifference = 0.1

function unseenReaders(topic: FoldedTopic, groups: number): OpenQuestion[] {
  const ratio = readRatioOf(topic)
  if (ratio === null || ratesOf(topic) === null) return []
  if (Math.abs(ratio.value - groups) <= noticedDifference * Math.max(1, groups)) return []
  const times = significantDigits(ratio.value)
  return [
    {
      id: 'unexplained-egress',
      text: `Who reads ${topic.name}? ${counted(groups, 'group')} would read what is written ${counted(groups, 'time')}; ${times} times as much is read.`,
      effect: 'Readers without commits, partial reads or reads of old records move egress by the difference.',
    },
  ]
}

/** The name of a group as a scenario takes it. */
function displayed(name: string): string {
  return name.replace(/\p{Cc}/gu, '\uFFFD').slice(0, 200)
}
