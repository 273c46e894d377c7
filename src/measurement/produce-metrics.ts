/**
 * Computes how long brokers worked on produce requests, from their `RequestMetrics`.
 *
 * `TotalTimeMs` is a histogram over the life of a broker. Its mean times its count is the sum of all times, so two
 * readings give the exact mean of the time between them. Some exporters have only a median, which is usually too low.
 */
import { keyOf, type Metric, type PrometheusReading } from './prometheus-reading.ts'

/** Time that brokers spent on produce requests, in ms per second, and how many ended per second. */
export interface ProduceFigures {
  readonly produceTimeMsPerSec: number
  readonly produceRequestsPerSec: number
}

type Part = 'count' | 'mean' | 'median'

/** The figures between two readings; empty without an earlier reading, or if the endpoint lacks these metrics. */
export function produceFigures(now: PrometheusReading, before: PrometheusReading | null): Partial<ProduceFigures> {
  if (before === null || now.atMs <= before.atMs) return {}
  const seconds = (now.atMs - before.atMs) / 1000
  const earlier = histogramsOf(before.metrics)
  let isKnown = false
  let requests = 0
  let timeMs = 0
  for (const [key, histogram] of histogramsOf(now.metrics)) {
    const added = addedTo(histogram, earlier.get(key))
    if (added === null) continue
    isKnown = true
    requests += added.requests
    timeMs += added.timeMs
  }
  return isKnown ? { produceTimeMsPerSec: timeMs / seconds, produceRequestsPerSec: requests / seconds } : {}
}

/** True if the endpoint has the metrics from which these figures come. */
export function hasProduceTimes(metrics: readonly Metric[]): boolean {
  return [...histogramsOf(metrics).values()].some(
    ({ count, mean, median }) => count !== undefined && (mean ?? median) !== undefined,
  )
}

type Histogram = Readonly<Partial<Record<Part, number>>>

/** Histograms of the time of produce requests, one for each broker that the labels tell apart. */
function histogramsOf(metrics: readonly Metric[]): Map<string, Histogram> {
  const histograms = new Map<string, Histogram>()
  for (const metric of metrics) {
    const part = partOf(metric)
    if (part === null || !Number.isFinite(metric.value)) continue
    const { quantile: _, ...labels } = metric.labels
    const key = keyOf({ name: '', labels })
    histograms.set(key, { ...histograms.get(key), [part]: metric.value })
  }
  return histograms
}

/**
 * Returns the part of the histogram that a metric contains; null if it belongs to another histogram. Exporters write
 * `kafka_network_requestmetrics_totaltimems_count{request="Produce"}`, or the name of the histogram as a label.
 */
function partOf({ name, labels }: Metric): Part | null {
  if (labels.request !== 'Produce') return null
  // Split instead of matched by a pattern, because a hostile name may repeat the word very often.
  const ending = name.toLowerCase().split('requestmetrics').slice(1).at(-1) ?? ''
  const [, infix = '', suffix = ''] = /^(_totaltimems)?(?:_(\w+))?$/.exec(ending) ?? []
  if (infix === '' && labels.name?.toLowerCase() !== 'totaltimems') return null
  const isMedian = /^50thpercentile$/i.test(suffix) || (suffix === '' && Number(labels.quantile) === 0.5)
  if (isMedian) return 'median'
  const part = suffix.toLowerCase()
  return part === 'count' || part === 'mean' ? part : null
}

/** The increase between two readings. A broker that was restarted counts from zero again and adds nothing. */
function addedTo(now: Histogram, before: Histogram | undefined): { requests: number; timeMs: number } | null {
  if (now.count === undefined || before?.count === undefined) return null
  const requests = Math.max(0, now.count - before.count)
  if (now.mean !== undefined && before.mean !== undefined) {
    return { requests, timeMs: requests === 0 ? 0 : Math.max(0, now.count * now.mean - before.count * before.mean) }
  }
  return now.median === undefined ? null : { requests, timeMs: requests * now.median }
}
