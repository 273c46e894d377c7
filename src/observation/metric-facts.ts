/**
 * Derives facts from series of Kafka's metrics, whichever tool collected them.
 */
import { largestOf, smallestOf } from './extremes.ts'
import { groupedBy } from './grouped-by.ts'
import { groupLabel, type Labels, type Measure, measureOf, partitionLabel, topicLabel } from './metric-names.ts'
import {
  clusterSumFacts,
  counterRates,
  gaugeRates,
  highestSum,
  isRising,
  metricError,
  type RateSeries,
  rateFacts,
  type TimedValue,
  withWholeSums,
} from './metric-series.ts'
import type { RatePoint } from './rate-over-time.ts'
import type { Fact, Known } from './source-reading.ts'

/** One series as it is in a source. */
export interface MetricSeries {
  readonly name: string
  readonly labels: Labels
  readonly values: readonly TimedValue[]
}

type Measured = MetricSeries & { readonly measure: Measure }

/**
 * The facts, the number of series that are not used, and the number of those that are the only value of a total, which has no
 * rate.
 */
export function metricFacts(series: readonly MetricSeries[]): {
  readonly facts: readonly Fact[]
  readonly unused: number
  readonly singleTotals: number
} {
  const measured = series.flatMap((each): Measured[] => {
    const measure = measureOf(each.name, each.labels)
    return measure === null ? [] : [{ ...each, measure }]
  })
  const times = measured.flatMap(({ values }) => values.map(({ atEpochMs }) => atEpochMs))
  if (times.length === 0) return { facts: [], unused: series.length, singleTotals: 0 }
  const span = { fromEpochMs: smallestOf(times), toEpochMs: largestOf(times) }
  const known: Known = { how: 'measured', span, relativeError: metricError }
  const rates = rateSeriesOf(measured)
  const facts = [
    ...rateFacts(rates),
    ...clusterSumFacts(rates),
    ...gaugeFacts(measured, known),
    ...offsetFacts(measured, known),
    ...groupFacts(measured, known),
  ]
  const singleTotals = measured.filter(({ measure, values }) => values.length === 1 && isOfTotal(measure)).length
  return { facts, unused: series.length - measured.length, singleTotals }
}

/** True if the values are totals, of which only differences are rates. */
function isOfTotal(measure: Measure): boolean {
  if (measure.kind === 'rate' || measure.kind === 'requests') return measure.shape !== 'rate'
  return measure.kind === 'offsets' || (measure.kind === 'group' && measure.figure === 'offsets')
}

/** Rates per topic, and of the cluster by the brokers' sums over all topics, which are not added to those of topics. */
function rateSeriesOf(measured: readonly Measured[]): readonly RateSeries[] {
  const all = measured.flatMap(({ measure, labels, values }): RateSeries[] => {
    if (measure.kind !== 'rate') return []
    const isCounter = measure.shape === 'counter' || (measure.shape === 'unsure' && isRising(values))
    const points = isCounter ? counterRates(values) : gaugeRates(values)
    return [{ rate: measure.rate, topic: topicLabel(labels), points }]
  })
  return withWholeSums(all)
}

/** Names of listeners between brokers. Connections to them are not those of clients. */
const interBrokerListener = /replication|controller|internal|control_?plane|inter_?broker/i

function gaugeFacts(measured: readonly Measured[], known: Known): Fact[] {
  const gaugesOf = (gauge: Extract<Measure, { kind: 'gauge' }>['gauge']) =>
    measured.filter(({ measure }) => measure.kind === 'gauge' && measure.gauge === gauge)
  const clients = (series: readonly Measured[]) =>
    series.filter(({ labels }) => !interBrokerListener.test(labels.listener ?? ''))
  const cluster = (field: Extract<Fact, { of: 'cluster' }>['field'], value: number | null): Fact[] =>
    value === null ? [] : [{ of: 'cluster', field, value, ...known }]
  const asRates = (series: readonly Measured[]) => series.map(({ values }) => gaugeRates(values))
  const idle = gaugesOf('handlerIdle').flatMap(({ values }) => values.map(({ value }) => value))
  const requests = measured.flatMap(({ measure, values }) => {
    if (measure.kind !== 'requests') return []
    return [measure.shape === 'rate' ? gaugeRates(values) : counterRates(values)]
  })
  return [
    ...cluster('connections', highestSum(asRates(clients(gaugesOf('connections'))))),
    ...cluster('connectionAttemptsPerSec', highestSum(asRates(clients(gaugesOf('connectionAttempts'))))),
    ...cluster('requestHandlerIdle', idle.length === 0 ? null : smallestOf(idle)),
    ...cluster('requestsPerSec', highestSum(requests)),
    ...storedFacts(gaugesOf('logSize'), known),
  ]
}

/** Bytes of each topic: the largest replica of each partition, summed. */
function storedFacts(series: readonly Measured[], known: Known): Fact[] {
  const topics = new Map<string, Map<string, number>>()
  for (const { labels, values } of series) {
    const [topic, partition] = [topicLabel(labels), partitionLabel(labels)]
    const size = values.at(-1)?.value
    if (topic === null || partition === null || size === undefined) continue
    const partitions = topics.get(topic) ?? new Map<string, number>()
    topics.set(topic, partitions)
    partitions.set(partition, Math.max(size, partitions.get(partition) ?? 0))
  }
  return [...topics].map(([topic, partitions]): Fact => {
    const value = [...partitions.values()].reduce((sum, size) => sum + size, 0)
    return { of: 'topic', topic, field: 'storedBytes', value, ...known }
  })
}

/** Relative error at 95 % of rates from offsets. A rule of thumb. */
const offsetError = 0.02

/**
 * Records written, number of partitions and the hottest partition's share, from offsets. Offsets include transaction
 * markers.
 */
function offsetFacts(measured: readonly Measured[], known: Known): Fact[] {
  const topics = new Map<string, Map<string, RatePoint[]>>()
  for (const { measure, labels, values } of measured) {
    const [topic, partition] = [topicLabel(labels), partitionLabel(labels)]
    if (measure.kind !== 'offsets' || topic === null || partition === null) continue
    const partitions = topics.get(topic) ?? new Map<string, RatePoint[]>()
    topics.set(topic, partitions)
    partitions.set(partition, counterRates(values))
  }
  const derived: Known = { ...known, how: 'derived', relativeError: offsetError }
  return [...topics].flatMap(([topic, partitions]): Fact[] => {
    const points = [...partitions.values()]
    const series = points.map((own): RateSeries => ({ rate: 'recordsIn', topic, points: own }))
    const totals = points.map((own) => own.reduce((sum, { perSec, durationMs }) => sum + perSec * durationMs, 0))
    const total = totals.reduce((sum, own) => sum + own, 0)
    return [
      { of: 'topic', topic, field: 'partitions', value: partitions.size, ...known, relativeError: 0 },
      ...rateFacts(series, 'derived').map((fact): Fact => ({ ...fact, relativeError: offsetError })),
      ...(total > 0
        ? [
            {
              of: 'topic',
              topic,
              field: 'hottestPartitionShare',
              value: largestOf(totals) / total,
              ...derived,
            } as const,
          ]
        : []),
    ]
  })
}

/** Lag, members and read rate of each group on each topic. */
function groupFacts(measured: readonly Measured[], known: Known): Fact[] {
  const ofReads = measured.filter(({ measure, labels }) => {
    return measure.kind === 'group' && groupLabel(labels) !== null && topicLabel(labels) !== null
  })
  const reads = groupedBy(ofReads, ({ labels }) => JSON.stringify([groupLabel(labels), topicLabel(labels)]))
  return [...reads.values()].flatMap((readSeries): Fact[] => {
    const [group, topic] = [
      groupLabel(readSeries[0]?.labels ?? {}) ?? '',
      topicLabel(readSeries[0]?.labels ?? {}) ?? '',
    ]
    const figureSeries = (figure: string) =>
      readSeries.filter(({ measure }) => measure.kind === 'group' && measure.figure === figure)
    const last = (series: readonly Measured[]) =>
      series.reduce((sum, { values }) => sum + (values.at(-1)?.value ?? 0), 0)
    const read = { of: 'read', group, topic, ...known } as const
    const rate = highestSum(figureSeries('offsets').map(({ values }) => counterRates(values)))
    return [
      ...(figureSeries('lag').length === 0
        ? []
        : [{ ...read, field: 'lagRecords', value: Math.max(0, last(figureSeries('lag'))) } as const]),
      ...(figureSeries('members').length === 0
        ? []
        : [{ ...read, field: 'members', value: last(figureSeries('members')) } as const]),
      ...(rate === null ? [] : [{ ...read, field: 'recordsOutPerSec', value: rate, how: 'derived' } as const]),
    ]
  })
}
