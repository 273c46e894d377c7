/**
 * Compares a scenario with an earlier one and describes what has to be set outside Headroom: properties of clients and
 * commands for topics. Pure.
 */
import { kafkaSettingOf } from '../../capacity/kafka-names.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import type { Topic } from '../../contracts/workload.ts'
import { namedArguments } from '../../measurement/perf-test-arguments.ts'
import type { ChangedField } from '../../planning/measurable-mixes.ts'
import { assumedCompressionRatio } from '../../planning/smaller-size.ts'
import type { OutputFile } from '../output-files.ts'
import { shellWords } from '../run/perf-test-commands.ts'
import { changedFieldsText } from '../sizing/changed-fields.ts'
import { commentLines } from './comment-lines.ts'
import { separatorOf } from './provisioned-topics.ts'
import { notByKafka } from './provisioning.ts'

/** What has to be set. */
export interface ChangedSettings {
  /** "linger.ms 50, fetch.min.bytes 65,536 and 77 instead of 12 partitions of records". */
  readonly text: string
  /** What the size assumes about a codec that is new. Null if none is new, or if the user typed its ratio. */
  readonly assumption: string | null
  /** Client properties and topic commands, each only if there is something to set. */
  readonly files: readonly OutputFile[]
}

/** The settings of clients and topics that recommendations change, by list. */
const settings = {
  producers: ['lingerMs', 'batchBytes', 'compression'],
  consumerGroups: ['fetchMinBytes', 'fetchMaxWaitMs'],
  topics: ['partitions'],
} as const
type List = keyof typeof settings

/**
 * What has to be set; null if nothing differs. Entries are matched by name. An entry that only one of the scenarios has is
 * left out.
 */
export function changedSettings(before: Scenario, after: Scenario, offering: Offering): ChangedSettings | null {
  const producers = changesOf('producers', before, after)
  const groups = changesOf('consumerGroups', before, after)
  const topics = changesOf('topics', before, after)
  const changes = [...producers, ...groups, ...topics]
  if (changes.length === 0) return null
  return {
    text: changedFieldsText(changes, before),
    assumption: assumesCompression(producers, after) ? compressionAssumption : null,
    files: [
      ...fileOf('client properties', [
        ...propertyLines('Producers', producers, before.workload.producers),
        ...propertyLines('Consumers', groups, before.workload.consumerGroups),
      ]),
      ...fileOf('topic commands', topicLines(topics, before, offering)),
    ],
  }
}

const compressionAssumption = 'The size is enough only if it halves the bytes: try it with your own records.'

function assumesCompression(changes: readonly ChangedField[], { workload }: Scenario): boolean {
  const isNew = changes.some(({ path }) => path.endsWith('.compression'))
  return isNew && workload.producers.some(({ compressionRatio }) => compressionRatio === assumedCompressionRatio)
}

/** The changed fields of one list. Their paths have the indices of the entries in the earlier scenario. */
function changesOf(list: List, before: Scenario, after: Scenario): ChangedField[] {
  const later = new Map<string, object>(after.workload[list].map((entry) => [entry.name, entry]))
  return before.workload[list].flatMap((entry, index) => {
    const now = later.get(entry.name)
    if (now === undefined) return []
    return settings[list].flatMap((field): ChangedField[] => {
      const value: unknown = Reflect.get(now, field)
      const isSet = (typeof value === 'number' || typeof value === 'string') && value !== Reflect.get(entry, field)
      return isSet ? [{ path: `workload.${list}.${index}.${field}`, value }] : []
    })
  })
}

function fileOf(name: string, lines: readonly string[]): OutputFile[] {
  return lines.length === 0 ? [] : [{ name, text: [...lines, ''].join('\n') }]
}

function propertyLines(
  what: string,
  changes: readonly ChangedField[],
  entries: readonly { readonly name: string }[],
): string[] {
  return entries.flatMap(({ name }, index) => {
    const entryChanges = changes.filter(({ path }) => path.split('.')[2] === String(index))
    if (entryChanges.length === 0) return []
    const lines = entryChanges.map(({ path, value }) => `${kafkaSettingOf(path.split('.')[3] ?? '')}=${value}`)
    return [...commentLines([`${what} "${name}"`]), ...lines]
  })
}

function topicLines(changes: readonly ChangedField[], { workload }: Scenario, offering: Offering): string[] {
  if (changes.length === 0) return []
  if (offering.topicSettings?.areMadeByKafka === false) return commentLines([notByKafka(offering)])
  return changes.flatMap(({ path, value }) => {
    const topic = workload.topics[Number(path.split('.')[2])]
    return topic === undefined ? [] : commandsOf(topic, Number(value), workload.topics)
  })
}

function commandsOf(topic: Topic, partitions: number, topics: readonly Topic[]): string[] {
  if (partitions < topic.partitions) {
    return commentLines([
      `${topic.name}: ${partitions} partitions need a new topic. An existing one keeps its ${topic.partitions}.`,
    ])
  }
  const command = (name: string, suffix: '' | '"$topic"') =>
    `kafka-topics.sh --bootstrap-server "$BROKERS" --alter ${shellWords(namedArguments('--topic', name))}${suffix} --partitions ${partitions}`
  const moved = commentLines([`${topic.name}: more partitions move keys to other partitions.`])
  if (topic.count === 1) return [...moved, command(topic.name, '')]
  const name = topic.name + separatorOf(topic, topics)
  return [...moved, `for topic in $(seq ${topic.count}); do ${command(name, '"$topic"')}; done`]
}
