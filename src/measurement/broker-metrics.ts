/**
 * Derives the figures of a broker from the metrics of its exporter. Pure.
 */
import type { PrometheusFigureName, PrometheusSample } from '../contracts/sample.ts'
import { hasProduceTimes, type ProduceFigures, produceFigures } from './produce-metrics.ts'
import { keyOf, type Metric, type PrometheusReading } from './prometheus-reading.ts'

/** A metric from which a figure can be computed. */
interface FigureSource {
  /** True if the figure is the rate of a counter; false if it is the value of a gauge. */
  readonly isCounter: boolean
  /** True to use the minimum, which is the value of the busiest broker; false to use the sum. */
  readonly usesMinimum?: boolean
  matches(metric: Metric): boolean
}

const named = (isCounter: boolean, names: readonly string[], fits: (metric: Metric) => boolean = () => true) => ({
  isCounter,
  matches: (metric: Metric) => names.includes(metric.name) && fits(metric),
})
const isHeap = ({ labels }: Metric) => (labels.area ?? labels.type) === 'heap'
const isNetwork = ({ labels }: Metric) => labels.device !== 'lo'
/** The broker's total over all topics. Counters of single topics are left out, so that no byte is counted twice. */
const kafkaBytes = (direction: 'in' | 'out') => ({
  isCounter: true,
  matches: ({ name, labels }: Metric) =>
    labels.topic === undefined &&
    (new RegExp(`brokertopicmetrics_bytes${direction}(persec)?(_total|_count)$`, 'i').test(name) ||
      (/brokertopicmetrics_(count|total)$/i.test(name) && labels.name?.toLowerCase() === `bytes${direction}persec`)),
})

/** Idle share of a thread pool: its mean rate, or its rate over one minute, or the value of its gauge. Counters do not match. */
const idleShare = (pool: string, meter: string) => ({
  isCounter: false,
  usesMinimum: true,
  matches: ({ name, labels }: Metric) =>
    new RegExp(`${pool}_${meter}_?percent(_oneminuterate|_meanrate|_value)?$`, 'i').test(name) ||
    (new RegExp(`${pool}_(oneminuterate|value)$`, 'i').test(name) && labels.name?.toLowerCase() === `${meter}percent`),
})

type SourcedFigureName = Exclude<PrometheusFigureName, keyof ProduceFigures>

/** The sources of each figure. Only the first one that an endpoint has is used, so that nothing is counted twice. */
const sources: Readonly<Record<SourcedFigureName, readonly FigureSource[]>> = {
  cpuCores: [
    named(true, ['process_cpu_seconds_total']),
    named(true, ['node_cpu_seconds_total'], ({ labels }) => labels.mode !== 'idle' && labels.mode !== 'iowait'),
  ],
  heapUsedBytes: [named(false, ['jvm_memory_used_bytes', 'jvm_memory_bytes_used'], isHeap)],
  networkReceivedBytesPerSec: [named(true, ['node_network_receive_bytes_total'], isNetwork)],
  networkSentBytesPerSec: [named(true, ['node_network_transmit_bytes_total'], isNetwork)],
  diskReadBytesPerSec: [named(true, ['node_disk_read_bytes_total'])],
  diskWrittenBytesPerSec: [named(true, ['node_disk_written_bytes_total'])],
  kafkaBytesInPerSec: [kafkaBytes('in')],
  kafkaBytesOutPerSec: [kafkaBytes('out')],
  handlerIdleRatio: [idleShare('kafkarequesthandlerpool', 'requesthandleravgidle')],
  networkThreadIdleRatio: [idleShare('socketserver', 'networkprocessoravgidle')],
}

/**
 * The figures of a reading. Rates need the previous reading and are left out without it. A counter that was reset by a
 * restart adds nothing.
 */
export function figuresOfReading(
  now: PrometheusReading,
  before: PrometheusReading | null,
): PrometheusSample['figures'] {
  const figures: PrometheusSample['figures'] = { ...produceFigures(now, before) }
  for (const [name, candidates] of Object.entries(sources) as [SourcedFigureName, readonly FigureSource[]][]) {
    const source = candidates.find(({ matches }) => now.metrics.some(matches))
    const value = source === undefined ? null : figureOf(source, now, before)
    if (value !== null && Number.isFinite(value) && value >= 0) figures[name] = value
  }
  return figures
}

/** True if at least one of the figures can be computed from these metrics. */
export function hasFigures(metrics: readonly Metric[]): boolean {
  return (
    hasProduceTimes(metrics) ||
    Object.values(sources).some((candidates) => candidates.some(({ matches }) => metrics.some(matches)))
  )
}

function figureOf(source: FigureSource, now: PrometheusReading, before: PrometheusReading | null): number | null {
  const matching = now.metrics.filter(source.matches)
  if (source.usesMinimum === true) return Math.min(...matching.map(({ value }) => value))
  if (!source.isCounter) return matching.reduce((sum, { value }) => sum + value, 0)
  if (before === null || now.atMs <= before.atMs) return null
  const earlier = new Map(before.metrics.filter(source.matches).map((metric) => [keyOf(metric), metric.value]))
  const increase = matching.reduce(
    (sum, metric) => sum + Math.max(0, metric.value - (earlier.get(keyOf(metric)) ?? metric.value)),
    0,
  )
  return (increase * 1000) / (now.atMs - before.atMs)
}
