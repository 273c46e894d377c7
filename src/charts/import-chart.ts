/**
 * Describes the chart of an imported run over time: the sum of the payload of all clients, and the predicted band if
 * any.
 *
 * Tools print a line per interval of a client's run, but not when the client started. So all clients are drawn as if
 * they had started at second 0.
 */
import type { ImportedClient } from '../contracts/imported-run.ts'
import type { Band, Interval } from '../contracts/primitives.ts'
import type { OutputsRun } from '../contracts/run-record.ts'
import type { ChartDescription, Point, Series, TableCell } from './chart-description.ts'
import { predictedSeries } from './predicted-series.ts'
import { rateScale, timeScale } from './scales.ts'
import type { Direction } from './validation-timeline-chart.ts'
import { formatRateBand, formatValue } from './value-format.ts'

/** Maximum number of steps of a curve. A page cannot show more. */
const maxSteps = 300

/** At most this many repetitions are drawn. The table of clients has all. */
const maxDrawnRepeats = 6

const axisPaddingFactor = 1.08

/** An interval with its rate, as a tool printed it. */
type PrintedInterval = { readonly durationMs: number; readonly payloadBytesPerSec: number }

/** The sum over the clients of one repetition, in steps of equal length. */
type Curve = { readonly repeat: number; readonly stepSeconds: number; readonly bytesPerSec: readonly number[] }

/** The chart of one direction; null if there is no repetition in which all its clients report a rate and a duration. */
export function importChart(
  { observations, prediction }: Pick<OutputsRun, 'observations' | 'prediction'>,
  direction: Direction,
): ChartDescription | null {
  const { repeats, figures, intervals } = observations
  const hasRepeats = repeats.length > 1
  const role = direction === 'ingress' ? 'producer' : 'consumer'
  const figure = direction === 'ingress' ? 'ingressPayloadBytesPerSec' : 'egressPayloadBytesPerSec'
  const curves = repeats.slice(0, maxDrawnRepeats).flatMap(({ parts }, index) => {
    return curveOf(
      parts.filter((part) => part.role === role),
      index + 1,
    )
  })
  if (curves.length === 0) return null
  const band = prediction?.expected[figure] ?? null
  const interval = intervals?.[figure] ?? null
  const seconds = Math.max(...curves.map(({ stepSeconds, bytesPerSec }) => stepSeconds * bytesPerSec.length))
  const highest = Math.max(band?.high ?? 0, interval?.high ?? 0, ...curves.flatMap(({ bytesPerSec }) => bytesPerSec))
  const name = direction === 'ingress' ? 'Written' : 'Read'
  const scale = timeScale(seconds)
  return {
    kind: 'timeline',
    title: `${name}: imported${band === null ? '' : ' against predicted'}`,
    textAlternative: describeChart(name, { curves, band, mean: figures[figure], seconds }),
    x: { ...scale, title: scale.title.replace('the load began', 'each client began') },
    y: rateScale(`${direction}, payload`, highest * axisPaddingFactor),
    series: [
      ...(band === null ? [] : predictedSeries(band, seconds)),
      ...curves.map((curve) => curveSeries(curve, hasRepeats)),
      ...meanSeries(interval, seconds),
    ],
    annotations: [],
    table: {
      columns: [
        ...(hasRepeats ? [{ id: 'repeat', label: 'Repeat', format: 'count' as const }] : []),
        { id: 'from', label: 'From second', format: 'seconds' },
        { id: 'imported', label: 'Imported, payload', format: 'bytes-per-sec' },
      ],
      rows: curves.flatMap((curve) => tableRows(curve, hasRepeats)),
    },
  }
}

/** The curve of one repetition; empty if one of the clients reports nothing, because the sum would be too low. */
function curveOf(parts: readonly ImportedClient[], repeat: number): Curve[] {
  const clients = parts.map(intervalsOf)
  const lengths = clients.map((intervals) => intervals.reduce((sum, { durationMs }) => sum + durationMs, 0))
  const longestMs = Math.max(0, ...lengths)
  if (longestMs === 0 || lengths.includes(0)) return []
  const shortestMs = clients.flat().reduce((min, { durationMs }) => Math.min(min, durationMs), longestMs)
  const steps = Math.min(maxSteps, Math.max(1, Math.round(longestMs / shortestMs)))
  const stepMs = longestMs / steps
  const bytes = new Array<number>(steps).fill(0)
  for (const intervals of clients) addBytes(bytes, intervals, stepMs)
  return [{ repeat, stepSeconds: stepMs / 1_000, bytesPerSec: bytes.map((sum) => sum / (stepMs / 1_000)) }]
}

/** The printed intervals of a client. If it printed none, its total counts as one interval. */
function intervalsOf({ windows, durationMs, payloadBytesPerSec }: ImportedClient): PrintedInterval[] {
  const printedIntervals = windows.flatMap((window) =>
    window.payloadBytesPerSec === null
      ? []
      : [{ durationMs: window.durationMs, payloadBytesPerSec: window.payloadBytesPerSec }],
  )
  if (printedIntervals.length > 0) return printedIntervals
  return durationMs === null || payloadBytesPerSec === null ? [] : [{ durationMs, payloadBytesPerSec }]
}

/** Distributes the bytes of each interval over the steps that it overlaps. */
function addBytes(bytes: number[], intervals: readonly PrintedInterval[], stepMs: number): void {
  let fromMs = 0
  for (const { durationMs, payloadBytesPerSec } of intervals) {
    const toMs = fromMs + durationMs
    const last = Math.min(bytes.length - 1, Math.floor(toMs / stepMs))
    for (let index = Math.min(last, Math.floor(fromMs / stepMs)); index <= last; index += 1) {
      const sharedMs = Math.min(toMs, (index + 1) * stepMs) - Math.max(fromMs, index * stepMs)
      bytes[index] = (bytes[index] ?? 0) + (Math.max(0, sharedMs) / 1_000) * payloadBytesPerSec
    }
    fromMs = toMs
  }
}

/** A curve with two points per step, because a rate is valid for the whole step. */
function curveSeries({ repeat, stepSeconds, bytesPerSec }: Curve, hasRepeats: boolean): Series {
  const points: Point[] = bytesPerSec.flatMap((y, index) => [
    { x: index * stepSeconds, y, isMarked: false },
    { x: (index + 1) * stepSeconds, y, isMarked: false },
  ])
  const label = hasRepeats ? `imported, repeat ${repeat}` : 'imported, all clients'
  return { kind: 'line', id: `imported-${repeat}`, label, mark: 'measured', points }
}

function meanSeries(interval: Interval | null, seconds: number): Series[] {
  if (interval === null) return []
  const { mean, low, high } = interval
  const points = [{ x: seconds / 2, y: mean, low, high, text: `mean ${formatValue(mean, 'bytes-per-sec')}` }]
  return [{ kind: 'intervals', id: 'imported-mean', label: 'mean over repeats', mark: 'measured-mean', points }]
}

function tableRows({ repeat, stepSeconds, bytesPerSec }: Curve, hasRepeats: boolean): TableCell[][] {
  return bytesPerSec.map((value, index) => [...(hasRepeats ? [repeat] : []), index * stepSeconds, value])
}

type DescribedChart = {
  readonly curves: readonly Curve[]
  readonly band: Band | null
  readonly mean: number | null
  readonly seconds: number
}

function describeChart(name: string, { curves, band, mean, seconds }: DescribedChart): string {
  const rates = curves.flatMap(({ bytesPerSec }) => bytesPerSec)
  const [low, high] = [Math.min(...rates), Math.max(...rates)].map((rate) => formatValue(rate, 'bytes-per-sec'))
  const measured = mean === null ? '' : `${formatValue(mean, 'bytes-per-sec')} on average, `
  const predicted = band === null ? '' : `; predicted ${formatRateBand(band.low, band.likely, band.high)}`
  return `${name} over ${formatValue(seconds, 'seconds')}, payload: ${measured}from ${low} to ${high}${predicted}.`
}
