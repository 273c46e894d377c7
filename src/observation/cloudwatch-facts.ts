/**
 * Derives facts from Amazon MSK's metrics. A rate has one value per broker and period, and is summed over the brokers. With the
 * statistic Sum, CloudWatch adds up the values of each minute, so the sum is divided by the number of minutes.
 */
import { largestOf, smallestOf } from './extremes.ts'
import {
  clusterSumFacts,
  gaugeRates,
  type MeasuredRate,
  metricError,
  type RateSeries,
  rateFacts,
  spacingMs,
  type TimedValue,
  withWholeSums,
} from './metric-series.ts'
import type { Fact, Known } from './source-reading.ts'

/** The values of one metric for one combination of dimensions. */
export interface CloudwatchSeries {
  readonly metric: string
  /** Keyed by the names of the dimensions in lower case: `topic`, `broker id`, `consumer group`. */
  readonly dimensions: Readonly<Record<string, string>>
  readonly values: readonly TimedValue[]
  readonly statistic: string
  /** Null if not stated. Then the shortest time between values is used. */
  readonly periodMs: number | null
}

/** Keyed by the metric's name. */
const rates: ReadonlyMap<string, MeasuredRate> = new Map([
  ['BytesInPerSec', 'bytesIn'],
  ['BytesOutPerSec', 'bytesOut'],
  ['MessagesInPerSec', 'recordsIn'],
])

type ClusterField = Extract<Fact, { of: 'cluster' }>['field']

interface Gauge {
  readonly field: ClusterField
  /** How values of several brokers at the same time are combined. */
  readonly combine: 'sum' | 'max'
}

/** Keyed by the metric's name. */
const gauges: ReadonlyMap<string, Gauge> = new Map([
  ['ClientConnectionCount', { field: 'connections', combine: 'sum' }],
  ['ConnectionCreationRate', { field: 'connectionAttemptsPerSec', combine: 'sum' }],
  ['GlobalPartitionCount', { field: 'partitions', combine: 'max' }],
  ['StorageUsed', { field: 'storedBytes', combine: 'max' }],
])

const lagMetric = 'SumOffsetLag'
const cpuMetrics = new Set(['CpuUser', 'CpuSystem'])
const idleMetric = 'RequestHandlerAvgIdlePercent'

/** True for a metric that gives facts. */
export function isUsedMetric(name: string): boolean {
  return rates.has(name) || gauges.has(name) || name === lagMetric || cpuMetrics.has(name) || name === idleMetric
}

/** All facts of the series. */
export function cloudwatchFacts(allSeries: readonly CloudwatchSeries[]): Fact[] {
  const series = wholeSeries(allSeries).map(averaged)
  const times = series.flatMap(({ values }) => values.map(({ atEpochMs }) => atEpochMs))
  if (times.length === 0) return []
  const span = { fromEpochMs: smallestOf(times), toEpochMs: largestOf(times) }
  const known: Known = { how: 'measured', span, relativeError: metricError }
  const rateSeries = rateSeriesOf(series)
  return [
    ...rateFacts(rateSeries),
    ...clusterSumFacts(rateSeries),
    ...[...gauges].flatMap(([metric, gauge]) => gaugeFacts(series, metric, gauge, known)),
    ...cpuFacts(series, known),
    ...lagFacts(series, known),
  ]
}

/** Dimensions that divide a metric into parts whose sum is the metric without the dimension. */
const dividingDimensions = ['broker id', 'client authentication']

/**
 * One series for each metric and combination of dimensions, without those that are a part of another one, so that nothing
 * is counted twice. If a metric is there with several statistics, only one is used: the average, otherwise the first.
 */
function wholeSeries(series: readonly CloudwatchSeries[]): CloudwatchSeries[] {
  const keyOf = ({ metric }: CloudwatchSeries, dimensions: CloudwatchSeries['dimensions']) =>
    JSON.stringify([metric, Object.entries(dimensions).sort()])
  const same = new Map<string, CloudwatchSeries[]>()
  for (const each of series) {
    const key = keyOf(each, each.dimensions)
    const others = same.get(key)
    if (others === undefined) same.set(key, [each])
    else others.push(each)
  }
  const isPart = (each: CloudwatchSeries) =>
    withoutDividing(each.dimensions).some((dimensions) => same.has(keyOf(each, dimensions)))
  return [...same.values()].map(oneOf).filter((each) => !isPart(each))
}

/** Joins the pages of a series. Of values at the same time the highest counts. */
function oneOf(same: readonly CloudwatchSeries[]): CloudwatchSeries {
  const averages = same.filter(({ statistic }) => statistic === 'Average')
  const used = averages.length > 0 ? averages : same.filter(({ statistic }) => statistic === same[0]?.statistic)
  const [first] = used
  if (first === undefined) throw new Error('there is no series')
  if (used.length === 1) return first
  const values = new Map<number, number>()
  for (const { atEpochMs, value } of used.flatMap((each) => each.values)) {
    values.set(atEpochMs, Math.max(values.get(atEpochMs) ?? Number.NEGATIVE_INFINITY, value))
  }
  return { ...first, values: [...values].map(([atEpochMs, value]) => ({ atEpochMs, value })) }
}

/** What remains of the dimensions if one or more dividing ones are left out, in every combination. */
function withoutDividing(dimensions: CloudwatchSeries['dimensions']): CloudwatchSeries['dimensions'][] {
  return dividingDimensions
    .filter((name) => dimensions[name] !== undefined)
    .flatMap((name) => {
      const { [name]: _, ...rest } = dimensions
      return [rest, ...withoutDividing(rest)]
    })
}

/** The series with averages in place of sums. A minute has one value, so a sum is divided by the minutes of its period. */
function averaged(series: CloudwatchSeries): CloudwatchSeries {
  if (series.statistic !== 'Sum') return series
  const minutes = Math.max(1, (series.periodMs ?? spacingMs(series.values)) / 60_000)
  return { ...series, values: series.values.map(({ atEpochMs, value }) => ({ atEpochMs, value: value / minutes })) }
}

/** The series of each rate, of topics and of the cluster. */
function rateSeriesOf(series: readonly CloudwatchSeries[]): readonly RateSeries[] {
  const all = series.flatMap(({ metric, dimensions, values, periodMs }): RateSeries[] => {
    const rate = rates.get(metric)
    if (rate === undefined || dimensions['consumer group'] !== undefined) return []
    const points = gaugeRates(values, periodMs ?? spacingMs(values)).map((point) => {
      // CloudWatch stamps a period with its beginning.
      return { ...point, fromEpochMs: point.fromEpochMs + point.durationMs }
    })
    return [{ rate, topic: dimensions.topic ?? null, points }]
  })
  return withWholeSums(all)
}

function gaugeFacts(series: readonly CloudwatchSeries[], metric: string, gauge: Gauge, known: Known): Fact[] {
  const combined = new Map<number, number>()
  for (const { values } of series.filter((each) => each.metric === metric)) {
    for (const { atEpochMs, value } of values) {
      const before = combined.get(atEpochMs) ?? 0
      combined.set(atEpochMs, gauge.combine === 'sum' ? before + value : Math.max(before, value))
    }
  }
  if (combined.size === 0) return []
  return [{ of: 'cluster', field: gauge.field, value: largestOf(combined.values()), ...known }]
}

/** The highest CPU utilisation of any broker (user + system), and the lowest idle share of request handlers. */
function cpuFacts(series: readonly CloudwatchSeries[], known: Known): Fact[] {
  const busy = new Map<string, number>()
  const idle: number[] = []
  for (const { metric, dimensions, values } of series) {
    // Despite its name, this metric is a share from 0 to 1. Those of the CPU are in per cent.
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
      : [{ of: 'cluster', field: 'brokerCpu', value: Math.min(1, largestOf(busy.values())), ...known } as const]),
    ...(idle.length === 0
      ? []
      : [{ of: 'cluster', field: 'requestHandlerIdle', value: smallestOf(idle), ...known } as const]),
  ]
}

function lagFacts(series: readonly CloudwatchSeries[], known: Known): Fact[] {
  return series.flatMap(({ metric, dimensions, values }): Fact[] => {
    const [group, topic] = [dimensions['consumer group'], dimensions.topic]
    const newest = values.reduce<TimedValue | null>((a, b) => (a === null || b.atEpochMs > a.atEpochMs ? b : a), null)
    if (metric !== lagMetric || group === undefined || topic === undefined || newest === null) return []
    return [{ of: 'read', group, topic, field: 'lagRecords', value: Math.max(0, newest.value), ...known }]
  })
}
