/**
 * An observation: what is known about a running cluster, condensed from one or more sources. Every figure has its
 * source, its time span and its expected error.
 */
import { z } from 'zod'
import {
  type ClusterField,
  clusterFields,
  type ReadField,
  readFields,
  type TopicField,
  type TopicText,
  topicFields,
  topicTexts,
} from './observation-fields.ts'
import { count, displayName, epochMs, identifier, nonNegative } from './primitives.ts'
import { deployment } from './scenario.ts'

/** The time that figures describe. */
export const timeSpan = z.strictObject({ fromEpochMs: epochMs, toEpochMs: epochMs })
export type TimeSpan = z.output<typeof timeSpan>

/**
 * How a value is known. `measured`: a source states it. `derived`: it follows from measured values. `assumed`: no
 * source states it.
 */
export const knowledge = z.enum(['measured', 'derived', 'assumed'])
export type Knowledge = z.output<typeof knowledge>

/** Where figures come from. */
export const sourceKinds = [
  'topic-list',
  'confluent-metrics',
  'cloudwatch',
  'kcp-state',
  'prometheus',
  'jolokia',
  'kafka-protocol',
] as const
export type SourceKind = (typeof sourceKinds)[number]

/** One source: a file, an address, or a reading of the cluster. */
export const observedSource = z.strictObject({
  /** Unique in the observation: `source-1`. Figures refer to it. */
  id: identifier,
  kind: z.enum(sourceKinds),
  /** Name of the file, or a description of the request. Never an address with credentials. */
  label: displayName,
  /** SHA-256 of the file; null if the source is no file. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** The time that it covers; null if it does not say. */
  span: timeSpan.nullable(),
  /** Sentences that a reader needs to interpret its figures. */
  notes: z.array(z.string().min(1).max(2000)).max(100),
})
export type ObservedSource = z.output<typeof observedSource>

/** The fields that every observed value has besides the value. */
const known = {
  how: knowledge,
  /** `id` of the source. */
  source: identifier,
  /** The time that the value describes; null: at no particular time, or not stated. */
  span: timeSpan.nullable(),
}

/** A figure in the unit of its field. */
export const observedFigure = z.strictObject({
  value: z.number().finite(),
  ...known,
  /** Expected error at 95 %, relative to the value; null if unknown. */
  relativeError: nonNegative.nullable(),
  /** Bounds at 95 % if they are not symmetrical about the value, as for growth. Left out: `relativeError` gives them. */
  interval: z.strictObject({ low: z.number().finite(), high: z.number().finite() }).optional(),
  /** Values of other sources that differ by more than the larger of the two errors. */
  differing: z.array(z.strictObject({ source: identifier, value: z.number().finite() })).optional(),
})
export type ObservedFigure = z.output<typeof observedFigure>

/** A text, such as a codec. */
export const observedText = z.strictObject({
  value: z.string().max(500),
  ...known,
  differing: z.array(z.strictObject({ source: identifier, value: z.string().max(500) })).optional(),
})
export type ObservedText = z.output<typeof observedText>

function namesOf<K extends string>(fields: Readonly<Record<K, unknown>>): [K, ...K[]] {
  return Object.keys(fields) as [K, ...K[]]
}

const clusterFigures = z.partialRecord(z.enum(namesOf<ClusterField>(clusterFields)), observedFigure)
const topicFigures = z.partialRecord(z.enum(namesOf<TopicField>(topicFields)), observedFigure)
const readFigures = z.partialRecord(z.enum(namesOf<ReadField>(readFields)), observedFigure)

/**
 * Name of a topic or a group. Kafka limits the names of topics to 249 characters and does not limit those of groups.
 */
const observedName = z.string().min(1).max(1000)

/** A topic and what is known about it. */
export const observedTopic = z.strictObject({
  name: observedName,
  /** True for topics of Kafka or of the service, such as `__consumer_offsets`. They are no part of the workload. */
  isInternal: z.boolean(),
  figures: topicFigures,
  texts: z.partialRecord(z.enum(namesOf<TopicText>(topicTexts)), observedText),
})
export type ObservedTopic = z.output<typeof observedTopic>

/** A consumer group and the topics that it reads. */
export const observedGroup = z.strictObject({
  name: observedName,
  reads: z.array(z.strictObject({ topic: observedName, figures: readFigures })).max(20_000),
})

/** Something that is not known, and how that affects the prediction. */
export const openQuestion = z.strictObject({
  /** Two sources that raise the same question give it the same id. */
  id: identifier,
  text: z.string().min(1).max(2000),
  /** Effect on the answer, in one sentence. */
  effect: z.string().min(1).max(2000),
  /**
   * The request of the reading that the cluster refused because the user lacks a right, and that right as in
   * `rightText`: "Topic: DESCRIBE". Left out of other questions, and in version 1.
   */
  missingRight: z.strictObject({ api: z.string().min(1).max(100), right: z.string().min(1).max(200) }).optional(),
})
export type OpenQuestion = z.output<typeof openQuestion>
export type MissingRight = NonNullable<OpenQuestion['missingRight']>

/** Maximum number of topics, and of groups, of an observation. */
export const maxObserved = 20_000

/** Version of the observations that this Headroom makes. 2 added `openQuestions[].missingRight`. */
export const observationSchemaVersion = 2 as const

/** An observation of a running cluster: figures of the cluster, its topics and groups, each with its source. */
export const observation = z.strictObject({
  kind: z.literal('headroom.observation'),
  schemaVersion: z.literal([1, observationSchemaVersion]),
  id: identifier,
  name: displayName,
  createdAtEpochMs: epochMs,
  headroomVersion: z.string(),
  sources: z.array(observedSource).min(1).max(1000),
  cluster: clusterFigures,
  topics: z.array(observedTopic).max(maxObserved),
  groups: z.array(observedGroup).max(maxObserved),
  openQuestions: z.array(openQuestion).max(1000),
  /** What the cluster runs on, according to the user or a source; null if neither says it. */
  deployment: deployment.nullable(),
  /** True if names of topics, groups and files were replaced. */
  isRedacted: z.boolean(),
})
export type Observation = z.output<typeof observation>

/** An observation in a list. */
export const observationListEntry = observation.pick({ id: true, name: true, createdAtEpochMs: true }).extend({
  topics: count,
  groups: count,
  sources: z.array(z.enum(sourceKinds)),
})
export type ObservationListEntry = z.output<typeof observationListEntry>

/** An observation in a list whose record cannot be read: it is damaged, or a newer Headroom wrote it. */
export const unreadableObservation = observation.pick({ id: true, createdAtEpochMs: true }).extend({
  /** Why it cannot be read, as a sentence that names it. */
  problem: z.string().min(1),
})
export type UnreadableObservation = z.output<typeof unreadableObservation>

/** An observation of a workspace in a list. One that cannot be read does not hide the others. */
export type ListedObservation = ObservationListEntry | UnreadableObservation

/** True if the record of a listed observation can be read. */
export function isReadable(entry: ListedObservation): entry is ObservationListEntry {
  return !('problem' in entry)
}
