/**
 * Reads the state file of Confluent's kcp: topics with their settings, and metrics of the whole cluster. The file has no
 * rates per topic and no consumer groups.
 */
import type { Problem } from '../contracts/app-error.ts'
import { type KcpCluster, type KcpMetrics, kcpState } from '../contracts/kcp-state.ts'
import type { OpenQuestion } from '../contracts/observation.ts'
import { cloudwatchFacts } from './cloudwatch-facts.ts'
import { seriesOfResults } from './cloudwatch-metrics.ts'
import { checkedList, jsonOf, propertyOf } from './json-source.ts'
import { type MeasuredRate, metricError, type RateSeries, rateFacts } from './metric-series.ts'
import { keepsEverything, unlimitedQuestion } from './retention-of.ts'
import {
  builtFromDocumentation,
  type Fact,
  type Known,
  type ReadingOutcome,
  refused,
  type SourceFile,
} from './source-reading.ts'
import { topicConfigFacts } from './topic-configs.ts'
import { utcEpochMs } from './utc-time.ts'

/** True for a state file of kcp. */
export function isKcpState(text: string): boolean {
  const value = jsonOf(text)
  return propertyOf(value, 'osk_sources') !== undefined || propertyOf(value, 'msk_sources') !== undefined
}

/** The facts of the file's only cluster, or all problems of the file. */
export function readKcpState({ name, sha256, text }: SourceFile): ReadingOutcome {
  const { values, problems } = checkedList(kcpState, [jsonOf(text)], name)
  if (problems.length > 0) return refused(name, problems)
  const clusters = values.flatMap(({ osk_sources, msk_sources }) => [
    ...(osk_sources?.clusters ?? []),
    ...(msk_sources?.regions ?? []).flatMap((region) => region.clusters ?? []),
  ])
  const [cluster] = clusters
  if (cluster === undefined || clusters.length > 1) return refused(name, [notOneCluster(clusters, name)])
  const facts = [...topicFacts(cluster), ...metricFactsOf(cluster.metrics ?? {}), ...clientFacts(cluster)]
  if (facts.length === 0) return refused(name, [{ place: name, message: 'its cluster has neither topics nor metrics' }])
  const span = spanOf(cluster.metrics ?? {})
  const notes = [builtFromDocumentation, 'kcp reads neither consumer groups nor rates per topic.']
  const source = { kind: 'kcp-state', label: name, sha256, span, notes } as const
  const unlimited = (cluster.kafka_admin_client_information?.topics?.details ?? []).filter(({ configurations }) =>
    keepsEverything(configurations ?? {}),
  )
  const questions = [ratesQuestion, ...unlimitedQuestion(unlimited.map((topic) => topic.name))]
  return { reading: { source, facts, questions }, problems: [] }
}

const ratesQuestion: OpenQuestion = {
  id: 'kcp-no-topic-rates',
  text: 'How much is written to each topic? kcp only has rates of the whole cluster.',
  effect:
    'Without another source, they are divided among the topics by number of partitions, so a hot topic is not visible.',
}

function notOneCluster(clusters: readonly KcpCluster[], name: string): Problem {
  const place = name
  if (clusters.length === 0) {
    return {
      place,
      message: 'expected one cluster, found none; scan the cluster with kcp, and give the file after that',
    }
  }
  const names = clusters.slice(0, 10).map(({ name: own, id, arn }) => own ?? id ?? arn ?? 'one without a name')
  const found = `${clusters.length}: ${names.join(', ')}`
  return { place, message: `expected one cluster, found ${found}; remove the others from a copy of the file` }
}

const stated: Known = { how: 'measured', span: null, relativeError: 0 }

function topicFacts({ kafka_admin_client_information: admin }: KcpCluster): Fact[] {
  const brokers = admin?.discovered_brokers?.length ?? 0
  return [
    ...(brokers === 0 ? [] : [{ of: 'cluster', field: 'brokers', value: brokers, ...stated } as const]),
    ...(admin?.topics?.details ?? []).flatMap(({ name, partitions, replication_factor, configurations }): Fact[] => [
      ...(partitions < 1
        ? []
        : [{ of: 'topic', topic: name, field: 'partitions', value: partitions, ...stated } as const]),
      ...(replication_factor < 1
        ? []
        : [{ of: 'topic', topic: name, field: 'replicationFactor', value: replication_factor, ...stated } as const]),
      ...topicConfigFacts(name, configurations ?? {}, stated),
    ]),
  ]
}

const rateLabels: Readonly<Record<string, MeasuredRate>> = {
  BytesInPerSec: 'bytesIn',
  BytesOutPerSec: 'bytesOut',
  MessagesInPerSec: 'recordsIn',
}

/** Points where the file has them; otherwise averages and maxima over its whole time. */
function metricFactsOf(metrics: KcpMetrics): Fact[] {
  const results = metrics.results ?? []
  const labelledResults = results.flatMap((result) => ('label' in result ? [result] : []))
  const series = Object.entries(rateLabels).flatMap(([label, rate]): RateSeries[] => {
    const points = labelledResults.flatMap(({ label: each, start, end, value }) => {
      const [from, to] = [utcEpochMs(start), utcEpochMs(end)]
      if (each !== label || typeof value !== 'number' || value < 0 || !(to > from)) return []
      return [{ fromEpochMs: from, durationMs: to - from, perSec: value }]
    })
    return points.length === 0 ? [] : [{ rate, topic: null, points }]
  })
  const fromCloudwatch = cloudwatchFacts(seriesOfResults(results.flatMap((result) => ('Id' in result ? [result] : []))))
  const facts = [...rateFacts(series), ...fromCloudwatch]
  return [...facts, ...aggregateFacts(metrics, new Set(facts.map(({ field }) => field)))]
}

function aggregateFacts(metrics: KcpMetrics, known: ReadonlySet<string>): Fact[] {
  const at: Known = { how: 'measured', span: spanOf(metrics), relativeError: metricError }
  const isMinutes = (metrics.metadata?.period ?? 60) <= 90
  const words = { bytesIn: 'BytesIn', bytesOut: 'BytesOut', recordsIn: 'RecordsIn' } as const
  const rates = Object.entries(rateLabels).flatMap(([label, rate]): Fact[] => {
    const { avg, max } = metrics.aggregates?.[label] ?? {}
    const peak = isMinutes ? (`peakMinute${words[rate]}PerSec` as const) : (`peakHour${words[rate]}PerSec` as const)
    return [
      ...(typeof avg === 'number'
        ? [{ of: 'cluster', field: `average${words[rate]}PerSec`, value: avg, ...at } as const]
        : []),
      ...(typeof max === 'number' ? [{ of: 'cluster', field: peak, value: max, ...at } as const] : []),
    ]
  })
  const connections = metrics.aggregates?.ClientConnectionCount?.max
  const counts: Fact[] =
    typeof connections === 'number' ? [{ of: 'cluster', field: 'connections', value: connections, ...at }] : []
  return [...rates, ...counts].filter(({ field }) => !known.has(field))
}

function spanOf({ metadata }: KcpMetrics): Known['span'] {
  const [from, to] = [utcEpochMs(metadata?.start_date ?? ''), utcEpochMs(metadata?.end_date ?? '')]
  return to >= from && from >= 0 ? { fromEpochMs: from, toEpochMs: to } : null
}

/** The number of producers per topic: distinct client ids that kcp found in request logs. */
function clientFacts({ discovered_clients: clients }: KcpCluster): Fact[] {
  const producers = new Map<string, Set<string>>()
  for (const { client_id, topic, role } of clients ?? []) {
    if (topic === null || topic === undefined || topic === '' || !/produc/i.test(role ?? '')) continue
    producers.set(topic, (producers.get(topic) ?? new Set()).add(client_id))
  }
  const seen: Known = { how: 'measured', span: null, relativeError: null }
  return [...producers].map(([topic, ids]): Fact => {
    return { of: 'topic', topic, field: 'producers', value: ids.size, ...seen }
  })
}
