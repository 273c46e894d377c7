/**
 * Load that is known to be missing from an observation. An answer for the rest must not be read as one for the cluster.
 */
import type { Observation, ObservedFigure, ObservedTopic, OpenQuestion, SourceKind } from '../contracts/observation.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { counted } from '../units/count.ts'
import { formatRecordRate } from '../units/record-rate.ts'
import { someOf } from './some-of.ts'

/** Questions about load that no source has seen. */
const unseenIds: ReadonlySet<string> = new Set([
  'partitions-without-leader',
  'partitions-not-seen-twice',
  'refused-ListOffsets',
  'topics-without-rate',
  'unexplained-ingress',
])

/** What was not seen of the load, one text for each reason; empty if all was seen, as far as the sources know. */
export function unseenLoad(questions: readonly OpenQuestion[]): readonly string[] {
  return questions.filter(({ id }) => unseenIds.has(id)).map(({ text }) => text)
}

/** Questions about load that is missing from the topics of an observation. */
export function unseenLoadQuestions(observation: Pick<Observation, 'cluster' | 'sources' | 'topics'>): OpenQuestion[] {
  return [...topicsQuestion(observation), ...ingressQuestion(observation)]
}

/** Metrics have no series of a topic to which nothing is written, so a topic that they lack is idle. */
const metricKinds: ReadonlySet<string> = new Set<SourceKind>([
  'confluent-metrics',
  'cloudwatch',
  'prometheus',
  'jolokia',
])

/** Asks about topics without a rate, if others have one. Otherwise the cluster's rates are divided among all topics. */
function topicsQuestion({ sources, topics: all }: Pick<Observation, 'sources' | 'topics'>): OpenQuestion[] {
  const topics = all.filter(({ isInternal }) => !isInternal)
  const metrics = new Set(sources.filter(({ kind }) => metricKinds.has(kind)).map(({ id }) => id))
  const unknown = topics.filter((topic) => !hasRate(topic))
  const isOfMetrics = topics.some((topic) => ratesIn(topic).some(({ source }) => metrics.has(source)))
  if (isOfMetrics || unknown.length === 0 || unknown.length === topics.length) return []
  const names = someOf(
    unknown.map(({ name }) => name),
    'topic',
  )
  return [
    {
      id: 'topics-without-rate',
      text: `No source states what is written to ${unknown.length} of ${counted(topics.length, 'topic')}: ${names}.`,
      effect: 'What is written to them is missing. Add a source with their rates, or 0 if nothing is written.',
    },
  ]
}

/** True if a source states a rate of the topic, which may be 0. Without one, a topic may be written. */
export function hasRate(topic: ObservedTopic): boolean {
  return ratesIn(topic).length > 0
}

function ratesIn({ figures }: ObservedTopic): readonly ObservedFigure[] {
  return Object.entries(figures).flatMap(([field, figure]) => (field.endsWith('InPerSec') ? [figure] : []))
}

/** If topics have less than this share of what is written to the cluster, some load has no topic. A rule of thumb. */
const minExplainedShare = 0.9

/**
 * Asks about what is written to the cluster by a source of its own, and to no known topic. A sum over topics is no such source,
 * and is `derived`.
 */
function ingressQuestion({ cluster, topics }: Pick<Observation, 'cluster' | 'topics'>): OpenQuestion[] {
  for (const { field, format } of rates) {
    const whole = cluster[field]
    if (whole?.how !== 'measured' || !topics.some(({ figures }) => figures[field] !== undefined)) continue
    const known = topics.reduce((sum, { figures }) => sum + (figures[field]?.value ?? 0), 0)
    if (known >= whole.value * minExplainedShare) return []
    return [
      {
        id: 'unexplained-ingress',
        text: `The topics with known rates are written at ${format(known)}, but the cluster at ${format(whole.value)} on average.`,
        effect:
          'The difference is missing, unless the rates are of different times or internal topics have it. Add a source with the rates of all topics.',
      },
    ]
  }
  return []
}

const rates = [
  { field: 'averageBytesInPerSec', format: formatByteRate },
  { field: 'averageRecordsInPerSec', format: formatRecordRate },
] as const
