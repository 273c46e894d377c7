/**
 * Reads the export of Confluent Cloud's Metrics API (`/v2/metrics/cloud/export`), in OpenMetrics or Prometheus text. Its
 * counters are amounts per minute, not totals. A file may hold several exports, one after another.
 */

import type { Problem } from '../contracts/app-error.ts'
import type { OpenQuestion } from '../contracts/observation.ts'
import { type MetricSample, parseMetricText } from '../units/metric-text.ts'
import { largestOf } from './extremes.ts'
import { groupedBy } from './grouped-by.ts'
import { clusterSumFacts, type MeasuredRate, type RateSeries, rateFacts, withWholeSums } from './metric-series.ts'
import {
  builtFromDocumentation,
  type Fact,
  type Known,
  type ReadingOutcome,
  refused,
  type SourceFile,
  type SourceReading,
} from './source-reading.ts'

const prefix = 'confluent_kafka_server_'
const minuteMs = 60_000

/** True if a line of the text is a sample of one of Confluent's metrics. */
export function isConfluentExport(text: string): boolean {
  return new RegExp(`^${prefix}\\w+(?:\\{|\\s)`, 'm').test(text)
}

/** The facts of the export, or all of its problems with their lines. */
export function readConfluentExport({ name, sha256, text }: SourceFile): ReadingOutcome {
  const parsed = parseMetricText(text)
  const unreadable = parsed.problems.map(({ line, message }) => ({ place: `${name}:${line}`, message }))
  const samples = lastOfEach(
    parsed.samples.filter((sample) => sample.name.startsWith(prefix) && Number.isFinite(sample.value)),
  )
  const problems = [...unreadable, ...clusterProblems(samples, name), ...negativeValueProblems(samples, name)]
  if (problems.length > 0) return refused(name, problems)
  const times = samples.flatMap(({ atEpochMs }) => (atEpochMs === null ? [] : [atEpochMs]))
  const to = latest(times)
  const span =
    to === null ? null : { fromEpochMs: times.reduce((a, b) => Math.min(a, b), to) - minuteMs, toEpochMs: to }
  const known: Known = { how: 'measured', span, relativeError: 0.01 }
  const series = withWholeSums(seriesOf(samples))
  const facts = [
    ...rateFacts(series),
    ...clusterSumFacts(series),
    ...gaugeFacts(samples, known),
    ...lagFacts(samples, known),
  ]
  const minutes = new Set(times).size
  const notes = [
    builtFromDocumentation,
    'Its counters are amounts per minute and are divided by 60. Confluent says that they may lack protocol overhead.',
  ]
  const source = { kind: 'confluent-metrics', label: name, sha256, span, notes } as const
  const reading: SourceReading = { source, facts, questions: questionsOf(minutes), ...deploymentOf(samples) }
  return { reading, problems: [] }
}

/**
 * The last sample of each time and combination of labels. Exports that were made within a minute have the same minute, which
 * must not count twice.
 */
function lastOfEach(samples: readonly MetricSample[]): MetricSample[] {
  const keyOf = ({ name, labels, atEpochMs }: MetricSample) =>
    JSON.stringify([name, atEpochMs, Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1))])
  return [...new Map(samples.map((sample) => [keyOf(sample), sample])).values()]
}

function clusterProblems(samples: readonly MetricSample[], name: string): Problem[] {
  const ids = [...new Set(samples.flatMap(({ labels }) => labels.kafka_id ?? []))]
  if (ids.length < 2) return []
  return [
    { place: name, message: `it holds ${ids.length} clusters (${ids.slice(0, 5).join(', ')}); expected one kafka_id` },
  ]
}

function negativeValueProblems(samples: readonly MetricSample[], name: string): Problem[] {
  return samples.flatMap(({ value, line }) => {
    return value >= 0 ? [] : [{ place: `${name}:${line}`, message: `expected a number of at least 0, found ${value}` }]
  })
}

function latest(times: readonly number[]): number | null {
  return times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b))
}

function samplesNamed(samples: readonly MetricSample[], name: string): MetricSample[] {
  return samples.filter((sample) => sample.name === `${prefix}${name}` || sample.name === `${prefix}${name}_total`)
}

const rateMetrics: Readonly<Record<MeasuredRate, string>> = {
  bytesIn: 'received_bytes',
  bytesOut: 'sent_bytes',
  recordsIn: 'received_records',
}

/** Each topic's rate per minute, summed over all other labels. */
function seriesOf(samples: readonly MetricSample[]): RateSeries[] {
  return (Object.keys(rateMetrics) as MeasuredRate[]).flatMap((rate) => {
    const amounts = new Map<string, Map<number, number>>()
    for (const { labels, value, atEpochMs } of samplesNamed(samples, rateMetrics[rate])) {
      const topic = labels.topic ?? ''
      const minutes = amounts.get(topic) ?? new Map<number, number>()
      amounts.set(topic, minutes)
      minutes.set(atEpochMs ?? 0, (minutes.get(atEpochMs ?? 0) ?? 0) + value)
    }
    // A series without a topic is the sum over all topics.
    return [...amounts].map(([topic, minutes]) => ({
      rate,
      topic: topic === '' ? null : topic,
      points: [...minutes].map(([to, value]) => {
        return { fromEpochMs: Math.max(0, to - minuteMs), durationMs: minuteMs, perSec: value / 60 }
      }),
    }))
  })
}

/** The maximum over time of a metric's sum over its labels; null without samples. */
function highestSum(samples: readonly MetricSample[]): number | null {
  const sums = new Map<number, number>()
  for (const { atEpochMs, value } of samples) sums.set(atEpochMs ?? 0, (sums.get(atEpochMs ?? 0) ?? 0) + value)
  return sums.size === 0 ? null : largestOf(sums.values())
}

function gaugeFacts(samples: readonly MetricSample[], known: Known): Fact[] {
  const cluster = (field: Extract<Fact, { of: 'cluster' }>['field'], name: string, factor = 1): Fact[] => {
    const value = highestSum(samplesNamed(samples, name))
    return value === null ? [] : [{ of: 'cluster', field, value: value * factor, ...known }]
  }
  const stored = samplesNamed(samples, 'retained_bytes')
  const topics = [...new Set(stored.flatMap(({ labels }) => labels.topic ?? []))]
  return [
    ...cluster('connections', 'active_connection_count'),
    ...cluster('connectionAttemptsPerSec', 'successful_authentication_count', 1 / 60),
    ...cluster('requestsPerSec', 'request_count', 1 / 60),
    ...cluster('partitions', 'partition_count'),
    ...cluster('storedBytes', 'retained_bytes'),
    ...highestOfFirst(
      samplesNamed(samples, 'cluster_load_percent_max'),
      samplesNamed(samples, 'cluster_load_percent'),
    ).map((value): Fact => ({ of: 'cluster', field: 'clusterLoad', value, ...known })),
    ...topics.map((topic): Fact => {
      const value = highestSum(stored.filter(({ labels }) => labels.topic === topic)) ?? 0
      return { of: 'topic', topic, field: 'storedBytes', value, ...known }
    }),
  ]
}

/**
 * The highest value of the first metric that has samples, as a list of one; empty if none has. Despite its name,
 * `cluster_load_percent` runs from 0.0 to 1.0 by Confluent's documentation.
 */
function highestOfFirst(...metrics: readonly (readonly MetricSample[])[]): number[] {
  const samples = metrics.find(({ length }) => length > 0)
  return samples === undefined ? [] : [largestOf(samples.map(({ value }) => value))]
}

/** The latest lag of each group on each topic, and its number of members (distinct members or client ids). */
function lagFacts(samples: readonly MetricSample[], known: Known): Fact[] {
  const lags = samplesNamed(samples, 'consumer_lag_offsets')
  const ofReads = lags.filter(
    ({ labels: { consumer_group_id: group, topic } }) => group !== undefined && topic !== undefined,
  )
  const reads = groupedBy(ofReads, ({ labels }) => JSON.stringify([labels.consumer_group_id, labels.topic]))
  return [...reads.values()].flatMap((own): Fact[] => {
    const { consumer_group_id: group = '', topic = '' } = own[0]?.labels ?? {}
    const newest = largestOf(own.map(({ atEpochMs }) => atEpochMs ?? 0))
    const last = own.filter(({ atEpochMs }) => (atEpochMs ?? 0) === newest)
    const members = new Set(last.flatMap(({ labels }) => labels.member ?? labels.client_id ?? []))
    const read = { of: 'read', group, topic, ...known } as const
    const lag = last.reduce((sum, { value }) => sum + value, 0)
    return [
      { ...read, field: 'lagRecords', value: lag },
      ...(members.size === 0 ? [] : [{ ...read, field: 'members' as const, value: members.size }]),
    ]
  })
}

/** The deployment, if the export states CKUs. Only dedicated clusters do. */
function deploymentOf(samples: readonly MetricSample[]): Pick<SourceReading, 'deployment'> {
  const ckus = highestSum(samplesNamed(samples, 'dedicated_cku_count'))
  if (ckus === null || ckus < 1) return {}
  return { deployment: { offering: 'confluent-cloud-dedicated', size: Math.round(ckus) } }
}

function questionsOf(minutes: number): OpenQuestion[] {
  if (minutes >= 60) return []
  return [
    {
      id: 'short-span',
      text: `Is this the busiest time? The export covers ${minutes === 1 ? 'one minute' : `${minutes} minutes`}.`,
      effect: 'The peak of a day, a week or a season may be higher. Append exports of other times to the file.',
    },
  ]
}
