/**
 * Derives facts from Amazon MSK's metrics. A rate has one value per broker and period, and is summed over the brokers.
 * With the statistic Sum, a value is the sum over the period's minutes, so it is divided by their number.
 */
import { largestOf, smallestOf } from './extremes.ts'
import {
  clusterSumFacts,
  gaugeRates,
  type MeasuredRate,
  metricError,
  type RateSeries,
  rateFacts,
  type TimedValue,
} from './metric-series.ts'
import type { Fact, Known } from './source-reading.ts'

/** One metric with its dimensions. */
export interface CloudwatchSeries {
  readonly metric: string
  /** Keyed by the names of the dimensions in lower case: `topic`, `broker id`, `consumer group`. */
  readonly dimensions: Readonly<Record<string, string>>
  readonly values: readonly TimedValue[]
  readonly statistic: string
  /** Null if not stated. Then the spacing of the values is used. */
  readonly periodMs: number | null
}

const rates: Readonly<Record<string, MeasuredRate>> = {
  BytesInPerSec: 'bytesIn',
  BytesOutPerSec: 'bytesOut',
  MessagesInPerSec: 'recordsIn',
}

type ClusterField = Extract<Fact, { of: 'cluster' }>['field']

interface Gauge {
  readonly field: ClusterField
  /** How values of several brokers at the same time are combined. */
  readonly over: 'sum' | 'max'
  readonly factor: number
}

const gauges: Readonly<Record<string, Gauge>> = {
  ClientConnectionCount: { field: 'connections', over: 'sum', factor: 1 },
  ConnectionCreationRate: { field: 'connectionAttemptsPerSec', over: 'sum', factor: 1 },
  GlobalPartitionCount: { field: 'partitions', over: 'max', factor: 1 },
  StorageUsed: { field: 'storedBytes', over: 'max', factor: 1 },
}

const lagMetrics = new Set(['SumOffsetLag'])
const cpuMetrics = new Set(['CpuUser', 'CpuSystem'])
const idleMetric = 'RequestHandlerAvgIdlePercent'

/** True for a metric that gives facts. */
export function isUsedMetric(name: string): boolean {
  return name in rates || name in gauges || lagMetrics.has(name) || cpuMetrics.has(name) || name === idleMetric
}

/** All facts of the series. */
export function cloudwatchFacts(series: readonly CloudwatchSeries[]): Fact[] {
  const times = series.flatMap(({ values }) => values.map(({ atEpochMs }) => atEpochMs))
  if (times.length === 0) return []
  const span = {
    fromEpochMs: times.reduce((a, b) => Math.min(a, b)),
    toEpochMs: times.reduce((a, b) => Math.max(a, b)),
  }
  const known: Known = { how: 'measured', span, relativeError: metricError }
  const rateSeries = rateSeriesOf(series)
  return [
    ...rateFacts(rateSeries),
    ...clusterSumFacts(rateSeries),
    ...Object.entries(gauges).flatMap(([metric, gauge]) => gaugeFacts(series, metric, gauge, known)),
    ...cpuFacts(series, known),
    ...lagFacts(series, known),
  ]
}

/**
 * The topics' series of each rate, or the cluster's if no topic has any. If a topic has series of single brokers and one
 * of all brokers, only the latter is used, so nothing counts twice.
 */
function rateSeriesOf(series: readonly CloudwatchSeries[]): RateSeries[] {
  const all = series.flatMap((each): (RateSeries & { hasBroker: boolean })[] => {
    const rate = rates[each.metric]
    if (rate === undefined || each.dimensions['consumer group'] !== undefined) return []
    const points = gaugeRates(each.values, each.periodMs ?? 60_000).map((point) => {
      // CloudWatch stamps a period with its beginning.
      const from = { ...point, fromEpochMs: point.fromEpochMs + point.durationMs }
      const minutes = Math.max(1, point.durationMs / 60_000)
      return each.statistic === 'Sum' ? { ...from, perSec: point.perSec / minutes } : from
    })
    return [
      { rate, topic: each.dimensions.topic ?? null, points, hasBroker: each.dimensions['broker id'] !== undefined },
    ]
  })
  const topics = new Set(all.flatMap(({ rate, topic }) => (topic === null ? [] : [rate])))
  const wanted = all.filter(({ rate, topic }) => topic !== null || !topics.has(rate))
  return wanted.filter((one) => {
    const isWhole = (other: typeof one) => other.rate === one.rate && other.topic === one.topic && !other.hasBroker
    return !one.hasBroker || !wanted.some(isWhole)
  })
}

function gaugeFacts(series: readonly CloudwatchSeries[], metric: string, gauge: Gauge, known: Known): Fact[] {
  const sums = new Map<number, number>()
  for (const { values } of series.filter((each) => each.metric === metric)) {
    for (const { atEpochMs, value } of values) {
      const before = sums.get(atEpochMs) ?? 0
      sums.set(atEpochMs, gauge.over === 'sum' ? before + value : Math.max(before, value))
    }
  }
  if (sums.size === 0) return []
  return [{ of: 'cluster', field: gauge.field, value: largestOf(sums.values()) * gauge.factor, ...known }]
}

/** The highest CPU utilisation of any broker (user + system), and the lowest idle share of request handlers. */
function cpuFacts(series: readonly CloudwatchSeries[], known: Known): Fact[] {
  const busy = new Map<string, number>()
  const idle: number[] = []
  for (const { metric, dimensions, values } of series) {
    if (metric === idleMetric) for (const { value } of values) idle.push(value)
    if (!cpuMetrics.has(metric)) continue
    for (const { atEpochMs, value } of values) {
      const key = JSON.stringify([dimensions['broker id'], atEpochMs])
      busy.set(key, (busy.get(key) ?? 0) + value / 100)
    }
  }
  return [
    ...(busy.size === 0
      ? []
      : [{ of: 'cluster', field: 'brokerCpu', value: Math.min(1, Math.max(...busy.values())), ...known } as const]),
    ...(idle.length === 0
      ? []
      : [{ of: 'cluster', field: 'requestHandlerIdle', value: smallestOf(idle), ...known } as const]),
  ]
}

function lagFacts(series: readonly CloudwatchSeries[], known: Known): Fact[] {
  return series.flatMap(({ metric, dimensions, values }): Fact[] => {
    const [group, topic] = [dimensions['consumer group'], dimensions.topic]
    const newest = values.reduce<TimedValue | null>((a, b) => (a === null || b.atEpochMs > a.atEpochMs ? b : a), null)
    if (!lagMetrics.has(metric) || group === undefined || topic === undefined || newest === null) return []
    return [{ of: 'read', group, topic, field: 'lagRecords', value: Math.max(0, newest.value), ...known }]
  })
}
