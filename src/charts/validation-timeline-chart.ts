/**
 * Describes the main chart of a validation: measured and predicted rates, second by second.
 *
 * During a live run it is described again every second, which takes 0.3 ms of CPU for 3,600 points
 * (docs/decisions/report-painter.md).
 */
import { comparedShares } from '../contracts/compared-shares.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Interval } from '../contracts/primitives.ts'
import type { Result, SteadyWindow } from '../contracts/result.ts'
import type { Annotation, ChartDescription, DataTable, Point, Series, TableCell } from './chart-description.ts'
import { coarseLine, sectionSeconds } from './coarse-line.ts'
import { predictedSeries } from './predicted-series.ts'
import { rateScale, timeScale } from './scales.ts'
import type { TimelinePoint } from './timeline-points.ts'
import { formatRateBand, formatRateBeside, formatValue } from './value-format.ts'

/** Direction of the bytes. `ingress`: from producers to brokers. `egress`: from brokers to consumers. */
export type Direction = 'ingress' | 'egress'

/** Input of a timeline. */
export type TimelineInput = {
  readonly prediction: Prediction
  /** One point per second, in order; `timelinePoints` makes them from samples. */
  readonly points: readonly TimelinePoint[]
  /** Length of the load, including the burn-in. */
  readonly durationMs: number
  /** Length of the burn-in. */
  readonly burnInMs: number
  /** The part of the run that is judged; null while it is unknown. */
  readonly steady: SteadyWindow | null
  /** Mean and interval of the sent bytes/s over the steady window, framing included; null without a steady window. */
  readonly steadyInterval?: Interval | null
  /**
   * Which share of the measured bytes is framing of requests. Line and mean are drawn without the bytes that the prediction
   * does not count. Left out while it is unknown, as during the run.
   */
  readonly framing?: Result['framing']
  readonly direction: Direction
  /** True during the run. A long line is then drawn with fewer points, because it is drawn every second. */
  readonly isLive?: boolean
}

/** Free space above the highest value, so that no line touches the edge. */
const axisPaddingFactor = 1.08

/** The middle of a second, because a rate is a mean over the whole second. */
function xOfSecond(second: number): number {
  return second + 0.5
}

/** The share of the measured bytes that the prediction counts. */
function comparedShare({ prediction, framing, direction }: TimelineInput): number {
  return comparedShares(prediction, framing)[direction]
}

/** The measured wire rate of a point in the chart's direction, reduced to the bytes that the prediction counts. */
function measuredOf(point: TimelinePoint, input: TimelineInput): number {
  const sent = input.direction === 'ingress' ? point.ingressWireBytesPerSec : point.egressWireBytesPerSec
  return sent * comparedShare(input)
}

/** Before a run: the load that it will offer. */
function plannedLine({ prediction, direction, durationMs }: TimelineInput): Point[] {
  const { ingressWireBytesPerSec, egressWireBytesPerSec } = prediction.offered
  const y = direction === 'ingress' ? ingressWireBytesPerSec : egressWireBytesPerSec
  return [
    { x: 0, y },
    { x: durationMs / 1_000, y },
  ]
}

/** The offered wire rate of a point in the chart's direction. For egress, every group reads all that is written. */
function offeredOf(point: TimelinePoint, input: Pick<TimelineInput, 'prediction' | 'direction'>): number {
  if (input.direction === 'ingress') return point.offeredWireBytesPerSec
  const { ingressWireBytesPerSec, egressWireBytesPerSec } = input.prediction.offered
  return ingressWireBytesPerSec > 0
    ? (point.offeredWireBytesPerSec * egressWireBytesPerSec) / ingressWireBytesPerSec
    : 0
}

function expectedBand(input: TimelineInput): { low: number; likely: number; high: number } {
  const { expected } = input.prediction
  return input.direction === 'ingress' ? expected.ingressWireBytesPerSec : expected.egressWireBytesPerSec
}

/** The words after a limit that binds, or that would bind first because the load fits. */
function bindsText({ headroom }: Prediction): string {
  return headroom < 1 ? ', binds' : ', binds first'
}

/** The limits of the chart's direction as lines. */
function limitLines(input: TimelineInput): Annotation[] {
  const bindingIds = new Set(input.prediction.binding.map((entry) => entry.id))
  return input.prediction.constraints
    .filter((constraint) => constraint.dimension === input.direction && constraint.unit === 'bytes/s')
    .map((constraint) => {
      const isBinding = bindingIds.has(constraint.id)
      const amount = formatValue(constraint.capacity, 'bytes-per-sec')
      return {
        kind: 'limit',
        axis: 'y',
        value: constraint.capacity,
        label: `${input.direction} limit`,
        detail: `${amount}${isBinding ? bindsText(input.prediction) : ''}`,
        isBinding,
      }
    })
}

/** The shade of the steady window or, while it is unknown, of everything after the burn-in. */
function windowShade(input: TimelineInput): Annotation[] {
  const { steady, burnInMs, durationMs } = input
  if (steady !== null && steady.windows > 0) {
    return [{ kind: 'shade', from: steady.fromSecond, to: steady.toSecond, label: 'steady window' }]
  }
  if (steady !== null || burnInMs >= durationMs) return []
  return [{ kind: 'shade', from: burnInMs / 1_000, to: durationMs / 1_000, label: 'after the burn-in' }]
}

function runSeries(input: TimelineInput): Series[] {
  const { points } = input
  const sectionLength = input.isLive === true ? sectionSeconds(points.length) : 1
  const lineOf = (y: (point: TimelinePoint) => number): Point[] =>
    coarseLine(points, { x: ({ second }) => xOfSecond(second), y }, sectionLength)
  const offered = points.length === 0 ? plannedLine(input) : lineOf((point) => offeredOf(point, input))
  const measured = lineOf((point) => measuredOf(point, input))
  return [
    { kind: 'line', id: 'offered', label: 'offered', mark: 'offered', points: offered },
    { kind: 'line', id: 'measured', label: 'measured', mark: 'measured', points: measured },
  ]
}

/**
 * Mean and interval over the steady windows, reduced to the bytes that the prediction counts; null if there are none.
 */
function comparedInterval(input: TimelineInput): Interval | null {
  const { steady, steadyInterval } = input
  if (steady === null || steadyInterval === undefined || steadyInterval === null) return null
  const share = comparedShare(input)
  const { low, mean, high } = steadyInterval
  return { low: low * share, mean: mean * share, high: high * share }
}

function meanSeries(input: TimelineInput): Series[] {
  const { steady } = input
  const interval = comparedInterval(input)
  if (steady === null || interval === null) return []
  const { mean, low, high } = interval
  const text = `steady mean ${formatRateBeside(mean, expectedBand(input).high)}`
  const points = [{ x: (steady.fromSecond + steady.toSecond) / 2, y: mean, low, high, text }]
  return [{ kind: 'intervals', id: 'measured-mean', label: 'measured, steady mean', mark: 'measured-mean', points }]
}

/** The highest rate that the chart must show. */
function highestOf(input: TimelineInput, limits: readonly Annotation[]): number {
  // Planned values are included from the beginning, so that the axis of a live chart rarely has to grow.
  const { ingressWireBytesPerSec, egressWireBytesPerSec } = input.prediction.offered
  const offered = input.direction === 'ingress' ? ingressWireBytesPerSec : egressWireBytesPerSec
  let highest = Math.max(expectedBand(input).high, offered)
  for (const line of limits) if (line.kind === 'limit' && line.isBinding) highest = Math.max(highest, line.value)
  for (const point of input.points) highest = Math.max(highest, measuredOf(point, input), offeredOf(point, input))
  return highest
}

/** True if either direction has a limit. Their charts stand one below the other, so both leave room for its label. */
function isBesideLimits({ prediction }: TimelineInput): boolean {
  return prediction.constraints.some(({ dimension }) => dimension === 'ingress' || dimension === 'egress')
}

/** Leaves out limits far above the rest, because they would flatten it. The utilisation chart shows them. */
function readableLimits(limits: readonly Annotation[], max: number): Annotation[] {
  return limits.filter((line) => line.kind !== 'limit' || line.value <= max)
}

function describeInWords(input: TimelineInput): string {
  const band = expectedBand(input)
  const seconds = formatValue(input.durationMs / 1_000, 'seconds')
  const predicted = `predicted ${formatRateBand(band.low, band.likely, band.high)}`
  const { steady, points } = input
  const interval = comparedInterval(input)
  const last = points.at(-1)
  if (last === undefined) return `Wire ${input.direction} over ${seconds}: ${predicted}; nothing measured yet.`
  if (steady !== null && interval !== null) {
    const measured = formatRateBand(interval.low, interval.mean, interval.high)
    const span = `from second ${steady.fromSecond} to ${steady.toSecond}`
    return `Wire ${input.direction} over ${seconds}: measured ${measured} in the steady window ${span}, ${predicted}.`
  }
  const mean = points.reduce((sum, point) => sum + measuredOf(point, input), 0) / points.length
  const soFar = `measured ${formatValue(mean, 'bytes-per-sec')} on average over ${points.length} s`
  return `Wire ${input.direction} over ${seconds}: ${soFar}, ${predicted}; no steady window.`
}

function tableRows(input: TimelineInput): TableCell[][] {
  const band = expectedBand(input)
  return input.points.map((point) => [
    point.second,
    offeredOf(point, input),
    measuredOf(point, input),
    band.low,
    band.likely,
    band.high,
  ])
}

/** The chart of one direction's measured wire rate and its predicted band. */
export function validationTimelineChart(input: TimelineInput): ChartDescription {
  const limits = limitLines(input)
  const y = rateScale(`${input.direction}, wire`, highestOf(input, limits) * axisPaddingFactor)
  const name = input.direction === 'ingress' ? 'Ingress' : 'Egress'
  return {
    kind: 'timeline',
    title: `${name}: measured against predicted`,
    textAlternative: describeInWords(input),
    x: timeScale(input.durationMs / 1_000),
    y,
    series: [
      ...predictedSeries(expectedBand(input), input.durationMs / 1_000),
      ...runSeries(input),
      ...meanSeries(input),
    ],
    annotations: [...windowShade(input), ...readableLimits(limits, y.max)],
    isBesideLimits: isBesideLimits(input),
    // A getter, because a live chart is described again every second, but its table is rarely shown.
    get table(): DataTable {
      return {
        columns: [
          { id: 'second', label: 'Second', format: 'count' },
          { id: 'offered', label: 'Offered, wire', format: 'bytes-per-sec' },
          { id: 'measured', label: 'Measured, wire', format: 'bytes-per-sec' },
          { id: 'predictedLow', label: 'Predicted low', format: 'bytes-per-sec' },
          { id: 'predictedLikely', label: 'Predicted likely', format: 'bytes-per-sec' },
          { id: 'predictedHigh', label: 'Predicted high', format: 'bytes-per-sec' },
        ],
        rows: tableRows(input),
      }
    },
  }
}
