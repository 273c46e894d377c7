/**
 * The topics to create, with names, settings and reasons, in the form that all outputs use.
 */
import { minInsyncReplicas } from '../../capacity/min-insync-replicas.ts'
import { type Offering, topicSettingNames } from '../../contracts/offering.ts'
import type { Topic, Workload } from '../../contracts/workload.ts'
import type { Recommendation, RecommendedChange } from '../../planning/recommended-scenario.ts'
import {
  defaultSizeLimits,
  largestBatchBytes,
  largestWriter,
  type RaisedLimit,
  raisedLimit,
} from '../../planning/record-limits.ts'
import { counted, formatCount } from '../../units/count.ts'

/** A topic entry to create. */
export interface ProvisionedTopic {
  /** The name of a single topic. For identical topics, the part of the name before the number. */
  readonly name: string
  /** Number of identical topics. They are named `name` + 1, 2, …; a single one has `name` alone. */
  readonly count: number
  readonly partitions: number
  readonly replicationFactor: number
  /**
   * Settings by Kafka's names. Left out are settings that the scenario does not state, and those that the service does not
   * let users change.
   */
  readonly settings: readonly (readonly [name: string, value: string])[]
  /** Sentences on why the topic gets this number of partitions, and larger batches than by default. */
  readonly reasons: readonly string[]
}

/** Returns the topics of the recommended scenario, in its order. */
export function provisionedTopics({ scenario, neededPartitions, changes }: Recommendation, offering: Offering) {
  const { topics } = scenario.workload
  return topics.map((topic, index): ProvisionedTopic => {
    const needed = neededPartitions.find((each) => each.topic === topic.name)
    const change = changes.find(({ path }) => path === `workload.topics.${index}.partitions`)
    return {
      name: topic.count === 1 ? topic.name : `${topic.name}${separatorOf(topic, topics)}`,
      count: topic.count,
      partitions: topic.partitions,
      replicationFactor: topic.replicationFactor,
      settings: settingsOf(topic, scenario.workload).filter(([name]) => isSettable(name, offering)),
      reasons: [partitionsReason(topic, needed, change), ...sizeReason(topic, scenario.workload)],
    }
  })
}

/** Yields the name of each topic of an entry, of which there may be a million. */
export function* namesOf({ name, count }: ProvisionedTopic): Generator<string> {
  if (count === 1) yield name
  else for (let index = 1; index <= count; index += 1) yield `${name}${index}`
}

/** The dashes between the name and the number of identical topics: as many as keep their names apart from other topics'. */
export function separatorOf({ name, count }: Topic, topics: readonly Topic[]): string {
  const singles = topics.filter((topic) => topic.count === 1).map((topic) => topic.name)
  for (let separator = '-'; ; separator += '-') {
    const isTaken = singles.some((single) => {
      const [, digits] = single.startsWith(name + separator)
        ? (/^([1-9]\d*)$/.exec(single.slice((name + separator).length)) ?? [])
        : []
      return digits !== undefined && Number(digits) <= count
    })
    if (!isTaken) return separator
  }
}

function settingsOf(topic: Topic, workload: Workload): [string, string][] {
  const { retentionMs, flushMessages } = topic
  const raised = raisedFor(topic, workload)
  return [
    ['min.insync.replicas', String(minInsyncReplicas(topic))],
    ...(retentionMs === undefined
      ? []
      : [['retention.ms', String(Math.round(retentionMs))] satisfies [string, string]]),
    ...(flushMessages === undefined ? [] : [['flush.messages', String(flushMessages)] satisfies [string, string]]),
    ...(raised === null ? [] : [['max.message.bytes', String(raised.bytes)] satisfies [string, string]]),
  ]
}

/** The limit on the batches of a topic; null if the default is enough. */
function raisedFor({ name }: Topic, workload: Workload): RaisedLimit | null {
  const writer = largestWriter(workload, name)
  return writer === null ? null : raisedLimit('max.message.bytes', largestBatchBytes(writer))
}

function sizeReason(topic: Topic, workload: Workload): string[] {
  const raised = raisedFor(topic, workload)
  if (raised === null) return []
  const usual = formatCount(defaultSizeLimits['max.message.bytes'])
  return [
    `A batch takes up to ${formatCount(raised.neededBytes)} bytes; by default a topic refuses more than ${usual}.`,
  ]
}

function isSettable(name: string, { topicSettings }: Offering): boolean {
  return topicSettings === undefined || topicSettings.settable.some((each) => each === name)
}

function partitionsReason(
  { partitions }: Topic,
  needed: Recommendation['neededPartitions'][number] | undefined,
  change: RecommendedChange | undefined,
): string {
  if (needed === undefined)
    return `${counted(partitions, 'partition')}, as in the scenario: no limit of a partition is known.`
  if (needed.partitions === null) return `${counted(partitions, 'partition')}, as in the scenario: ${needed.formula}.`
  if (change === undefined) {
    return `${counted(partitions, 'partition')}, as in the scenario; the load needs ${needed.partitions}: ${needed.formula}.`
  }
  const changed = `${counted(partitions, 'partition')} instead of ${formatCount(Number(change.from))} in the scenario`
  if (needed.partitions === partitions) return `${changed}: ${needed.formula}.`
  return `${changed}, for a smaller size; the load needs ${needed.partitions}: ${needed.formula}.`
}

/** Returns sentences on settings that the outputs leave out for this service, or that are not known for it. */
export function topicNotes({ scenario }: Recommendation, offering: Offering): string[] {
  const { topicSettings, name, model } = offering
  const wanted = topicSettingNames.filter((setting) =>
    scenario.workload.topics.some((topic) => settingsOf(topic, scenario.workload).some(([each]) => each === setting)),
  )
  if (topicSettings === undefined) {
    if (model === 'broker-hardware') return []
    return [
      `Headroom does not know which topic settings ${name} lets you set: it may refuse ${wanted.join(', ')}. Then leave the setting out.`,
    ]
  }
  const { settable, source } = topicSettings
  const omitted = wanted.filter((setting) => !settable.includes(setting))
  if (omitted.length === 0) return []
  return [`Left out, because ${name} does not let you set it: ${omitted.join(', ')} (${source.title}, ${source.date}).`]
}
