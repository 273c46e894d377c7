/**
 * Describes the chart of latency by percentile. Its axes are logarithmic, and each further nine of a percentile has the
 * same width, so that the start of the tail is visible.
 */
import type { Band } from '../contracts/primitives.ts'
import type { LatencySummary, Result } from '../contracts/result.ts'
import type { ChartDescription, DataTable, Mark, Point, Series, TableCell } from './chart-description.ts'
import { latencyScale, percentileScale } from './scales.ts'
import { formatValue } from './value-format.ts'

/** The names of the four latencies in a result. */
export type LatencyName = keyof Result['latency']

/** One point of a latency curve. `oneIn` is 1 / (1 - percentile): 100 for 99 %, infinite for the maximum. */
type LatencyCurvePoint = { readonly oneIn: number; readonly valueUs: number }

/** Curves with more points than the summary, from callers that can decode histograms (`decodePercentileCurve`). */
export type LatencyCurves = Readonly<Partial<Record<LatencyName, readonly LatencyCurvePoint[]>>>

const latencies: readonly { readonly name: LatencyName; readonly label: string; readonly mark: Mark }[] = [
  { name: 'service', label: 'service: send to acknowledgement', mark: 'latency-service' },
  { name: 'response', label: 'response: due time to acknowledgement', mark: 'latency-response' },
  { name: 'scheduleDelay', label: 'schedule delay: due time to send', mark: 'latency-schedule-delay' },
  { name: 'endToEnd', label: 'end to end: due time to receipt', mark: 'latency-end-to-end' },
]

const summaryPercentiles = [
  { percentile: 0.5, oneIn: 2, key: 'p50Us' },
  { percentile: 0.9, oneIn: 10, key: 'p90Us' },
  { percentile: 0.95, oneIn: 20, key: 'p95Us' },
  { percentile: 0.99, oneIn: 100, key: 'p99Us' },
  { percentile: 0.999, oneIn: 1_000, key: 'p999Us' },
] as const

/** Smaller latencies are drawn at this one, because a logarithmic axis has no zero. */
const minDrawnUs = 1

function drawnPoint(oneIn: number, valueUs: number): Pick<Point, 'x' | 'y'> {
  return { x: oneIn, y: Math.max(minDrawnUs, valueUs) }
}

/** The percentiles that the number of records resolves, and the maximum, which is at one in all records. */
function summaryPoints(summary: LatencySummary): Point[] {
  const shownPercentiles = summaryPercentiles.filter(({ oneIn }) => oneIn < summary.count)
  const points = shownPercentiles.map(({ oneIn, key }) => drawnPoint(oneIn, summary[key]))
  const maximum = drawnPoint(Math.max(2, summary.count), summary.maxUs)
  return [...points, maximum].map((point) => ({ ...point, isMarked: true }))
}

/** The marked points of the summary, and the unmarked points of the curve between them. */
function pointsOf(summary: LatencySummary, curve: readonly LatencyCurvePoint[]): Point[] {
  const marked = summaryPoints(summary)
  const markedXs = new Set(marked.map((point) => point.x))
  const between = curve
    .filter(({ oneIn }) => oneIn < summary.count && !markedXs.has(oneIn))
    .map(({ oneIn, valueUs }) => ({ ...drawnPoint(oneIn, valueUs), isMarked: false }))
  return [...marked, ...between].sort((a, b) => a.x - b.x)
}

function describeInWords(result: Result, predicted: Band | null): string {
  const parts = latencies.flatMap(({ name, label }) => {
    const summary = result.latency[name]
    if (summary === null) return []
    const [median, tail] = [formatValue(summary.p50Us, 'latency-us'), formatValue(summary.p99Us, 'latency-us')]
    const max = formatValue(summary.maxUs, 'latency-us')
    return [`${label.slice(0, label.indexOf(':'))} ${median} at the median, ${tail} at 99 %, ${max} at most`]
  })
  if (parts.length === 0) return 'No latency was recorded.'
  if (predicted === null) return `Latency: ${parts.join('; ')}.`
  const [likely, low, high] = [predicted.likely, predicted.low, predicted.high].map((us) =>
    formatValue(us, 'latency-us'),
  )
  return `Latency: ${parts.join('; ')}. Predicted median of the response: ${likely}, ${low} to ${high}.`
}

const tableColumns: DataTable['columns'] = [
  { id: 'latency', label: 'Latency', format: 'text' },
  { id: 'records', label: 'Records', format: 'count' },
  { id: 'mean', label: 'Mean', format: 'latency-us' },
  ...summaryPercentiles.map(({ percentile, key }) => ({
    id: key,
    label: formatValue(percentile, 'percentile'),
    format: 'latency-us' as const,
  })),
  { id: 'max', label: 'Largest', format: 'latency-us' },
]

/** A band in µs of a band in ms. */
function drawnBand({ low, likely, high }: Band): Band {
  const us = (ms: number) => Math.max(minDrawnUs, ms * 1000)
  return { low: us(low), likely: us(likely), high: us(high) }
}

/** The band of the median reaches this factor to both sides of it, so that it can be seen behind the marks of the median. */
const bandReach = 1.5

/** The series of the predicted median response time, given in µs: a band and a mark, drawn behind what was measured. */
function predictedMedian({ low, likely, high }: Band): Series[] {
  const ends = [2 / bandReach, 2 * bandReach]
  return [
    { kind: 'band', id: 'predicted-band', label: '', points: ends.map((x) => ({ x, low, high })) },
    {
      kind: 'line',
      id: 'predicted-median',
      label: 'response: predicted median, with its band',
      mark: 'predicted-median',
      points: [{ ...drawnPoint(2, likely), isMarked: true }],
    },
  ]
}

function tableRow(label: string, summary: LatencySummary): TableCell[] {
  return [label, summary.count, summary.meanUs, ...summaryPercentiles.map(({ key }) => summary[key]), summary.maxUs]
}

/**
 * The chart of a result's latency distribution.
 *
 * The marked points are the percentiles of the summary and, last, the maximum, which is placed at one in all records.
 * Without `curves`, straight lines connect them. `predictedMedianMs` is the predicted median of the response time; null if
 * none is predicted for this target.
 */
export function latencyChart(
  result: Result,
  curves: LatencyCurves = {},
  predictedMedianMs: Band | null = null,
): ChartDescription {
  const rows: TableCell[][] = []
  const series: Series[] = []
  const values: number[] = []
  let maxOneIn = 100
  for (const { name, label, mark } of latencies) {
    const summary = result.latency[name]
    if (summary === null) continue
    const points = pointsOf(summary, curves[name] ?? [])
    for (const point of points) {
      maxOneIn = Math.max(maxOneIn, point.x)
      if (point.y !== null) values.push(point.y)
    }
    series.push({ kind: 'line', id: name, label, mark, points })
    rows.push(tableRow(label, summary))
  }
  const isComparable = predictedMedianMs !== null && result.latency.response !== null
  const predicted = isComparable ? drawnBand(predictedMedianMs) : null
  if (predicted !== null) {
    values.push(predicted.low, predicted.high)
    series.unshift(...predictedMedian(predicted))
    rows.push([
      'response: predicted median',
      null,
      null,
      predicted.likely,
      ...summaryPercentiles.slice(1).map(() => null),
      null,
    ])
  }
  const shown = values.length > 0 ? values : [minDrawnUs]
  return {
    kind: 'latency',
    title: 'Latency by percentile',
    textAlternative: describeInWords(result, predicted),
    x: percentileScale('percentile of records', maxOneIn),
    y: latencyScale('latency', Math.min(...shown), Math.max(...shown)),
    series,
    annotations: [],
    table: { columns: tableColumns, rows },
  }
}
