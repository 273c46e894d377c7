/**
 * The consumer groups of an observed topic, as entries of a scenario.
 */
import type { Observation, OpenQuestion } from '../contracts/observation.ts'
import type { ConsumerGroup } from '../contracts/workload.ts'
import { counted } from '../units/count.ts'
import { significantDigits } from '../units/number-text.ts'
import type { FoldedTopic } from './fold-topics.ts'
import { ratesOf } from './peak-rates.ts'
import { someOf } from './some-of.ts'
import { assumed, derived, given, type Sourced, type SourcedFields } from './sourced.ts'

/** Fields of a consumer entry. All other fields of the entry take their defaults. */
export type ObservedConsumers = SourcedFields<Pick<ConsumerGroup, 'name' | 'topic' | 'members'> & { count?: number }>

/** Upper bound of an assumed number of members per group. A rule of thumb. */
const maxAssumedMembers = 100

/** The entries, and a question if the observed read rate differs from what they would read. */
export function consumersOf(
  topic: FoldedTopic,
  groups: Observation['groups'],
): { readonly groups: readonly ObservedConsumers[]; readonly questions: readonly OpenQuestion[] } {
  const entryName = topic.entryName ?? topic.name
  const partitions = topic.figures.partitions?.value ?? 6
  const usualMembers = assumed(
    Math.min(maxAssumedMembers, partitions),
    'no source states the members: one per partition',
  )
  const all = groups.flatMap(({ name, reads }) => {
    const read = reads.find((each) => each.topic === topic.name)
    return read === undefined ? [] : [{ name, figures: read.figures }]
  })
  const readers = all.filter(({ figures }) => !isGone(figures))
  const gone = all.filter(({ figures }) => isGone(figures))
  const recent = recentQuestion(topic, gone)
  if (readers.length > 0) {
    const entries = readers.map(({ name, figures }) => ({
      name: given(scenarioName(name)),
      topic: given(entryName),
      members: figures.members !== undefined && figures.members.value >= 1 ? figures.members : usualMembers,
    }))
    return { groups: entries, questions: [...unseenReaders(topic, readers.length), ...recent] }
  }
  const count = groupsOf(topic)
  if (count.value < 1) return { groups: [], questions: recent }
  const entry = { name: given(`readers of ${entryName}`.slice(0, 200)), topic: given(entryName), count }
  return { groups: [{ ...entry, members: usualMembers }], questions: [...unseenReaders(topic, count.value), ...recent] }
}

/** A group that committed within this time may still read. A rule of thumb: Flink and Spark commit every few minutes. */
const recentMs = 3_600_000

/**
 * Asks about groups without members that committed nothing during the reading, but shortly before it: what they have not read
 * was written within the hour. Programs that assign partitions themselves have no members, and may commit rarely.
 */
function recentQuestion(topic: FoldedTopic, gone: readonly { name: string; figures: ReadFigures }[]): OpenQuestion[] {
  const rates = ratesOf(topic)
  if (rates === null) return []
  const perMs = (rates.averageRecordsPerSec ?? rates.peakRecordsPerSec).value / 1000
  const recent = gone.filter(({ figures: { lagRecords } }) => {
    return lagRecords !== undefined && lagRecords.value <= perMs * recentMs
  })
  if (recent.length === 0) return []
  const names = someOf(
    recent.map(({ name }) => name),
    'group',
  )
  return [
    {
      id: 'recent-groups',
      text: `Is ${topic.name} still read by ${names}? Without members and without a commit during the reading, but with one in the hour before.`,
      effect:
        'They are left out. If they still read, add them to consumerGroups of the scenario, or egress is too low.',
    },
  ]
}

type ReadFigures = Observation['groups'][number]['reads'][number]['figures']

/** True for a group without members that reads nothing. Only its old committed offsets are left. */
export function isGone({ members, recordsOutPerSec }: ReadFigures): boolean {
  return members?.value === 0 && (recordsOutPerSec === undefined || recordsOutPerSec.value === 0)
}

/** The number of groups if none is known by name. */
function groupsOf(topic: FoldedTopic): Sourced {
  const { consumerGroups } = topic.figures
  if (consumerGroups !== undefined) return consumerGroups
  const ratio = readRatioOf(topic)
  // A group on each of many idle topics would add members and connections that nobody has.
  if (ratio === null && ratesOf(topic) === null) return assumed(0, 'nothing is written to it')
  if (ratio === null) return assumed(1, 'no source states its consumer groups: one')
  return derived(Math.min(10_000, Math.round(ratio.value)), ratio, 'bytes read / bytes written, rounded')
}

/** Bytes read / bytes written over the same time; null if either is unknown. */
function readRatioOf({ figures }: FoldedTopic): Sourced | null {
  for (const when of ['average', 'peakHour', 'peakMinute'] as const) {
    const [read, written] = [figures[`${when}BytesOutPerSec`], figures[`${when}BytesInPerSec`]]
    if (read !== undefined && written !== undefined && written.value > 0) {
      return derived(read.value / written.value, read, 'bytes read / bytes written')
    }
  }
  return null
}

/** Relative difference of observed and expected reads above which a question is asked. A rule of thumb. */
const noticeableDifference = 0.1

function unseenReaders(topic: FoldedTopic, groups: number): OpenQuestion[] {
  const ratio = readRatioOf(topic)
  if (ratio === null || ratesOf(topic) === null) return []
  if (Math.abs(ratio.value - groups) <= noticeableDifference * Math.max(1, groups)) return []
  const times = significantDigits(ratio.value)
  return [
    {
      id: 'unexplained-egress',
      text: `Who reads ${topic.name}? ${counted(groups, 'group')} would read every byte ${counted(groups, 'time')}, but ${times} times the bytes written are read.`,
      effect: 'Consumers that never commit, partial reads or reads of old records change egress by the difference.',
    },
  ]
}

/** The group's name as a scenario accepts it: no control characters, at most 200 characters. */
function scenarioName(name: string): string {
  return name.replace(/\p{Cc}/gu, '\uFFFD').slice(0, 200)
}
