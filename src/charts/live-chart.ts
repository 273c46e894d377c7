/**
 * What a live run shows besides its rates, second by second: response time, throttle and lag.
 */
import type { LivePoint } from '../contracts/validation-progress.ts'
import type { ChartDescription, DataTable, Scale } from './chart-description.ts'
import { coarseLine, stretchSeconds } from './coarse-line.ts'
import { latencyScale, timeScale, valueScale } from './scales.ts'
import { formatValue, type ValueFormat } from './value-format.ts'

/** The measures that can be followed. */
export type LiveMeasure = 'response' | 'throttle' | 'lag' | 'skew' | 'client-cpu' | 'broker-cpu'

interface MeasureWords {
  readonly title: string
  /** Short: the charts are small. */
  readonly axis: string
  /** Smallest upper end of the axis, so that small values do not look large. */
  readonly fullAxis: number
  readonly format: ValueFormat
  value(point: LivePoint): number | null
}

const measures: Readonly<Record<LiveMeasure, MeasureWords>> = {
  response: {
    title: 'Response, 99 %',
    axis: 'due to acked',
    fullAxis: 1,
    format: 'latency-us',
    value: ({ responseP99Us }) => responseP99Us,
  },
  throttle: {
    title: 'Throttled',
    axis: 'longest wait',
    fullAxis: 100,
    format: 'duration-ms',
    value: ({ throttleMs }) => throttleMs,
  },
  lag: {
    title: 'Lag',
    axis: 'records',
    fullAxis: 10,
    format: 'count',
    value: ({ lagRecords }) => lagRecords,
  },
  skew: {
    title: 'Hottest partition',
    axis: 'times an even share',
    fullAxis: 2,
    format: 'number',
    value: ({ partitionSkew }) => partitionSkew,
  },
  'client-cpu': {
    title: 'Client processor',
    axis: 'busiest worker, cores',
    fullAxis: 1,
    format: 'number',
    value: ({ clientCpuCores }) => clientCpuCores,
  },
  'broker-cpu': {
    title: 'Broker processor',
    axis: 'busiest broker, cores',
    fullAxis: 1,
    format: 'number',
    value: ({ brokerCpuCores }) => brokerCpuCores,
  },
}

/** Room above the highest value. */
const axisPaddingFactor = 1.1

/** The measures for which a run has data. A cluster of the user's reports no CPU; a load without consumers has no lag. */
export function liveMeasuresOf(points: readonly LivePoint[]): LiveMeasure[] {
  const all: readonly LiveMeasure[] = ['response', 'throttle', 'lag', 'skew', 'client-cpu', 'broker-cpu']
  return all.filter((measure) => points.some((point) => measures[measure].value(point) !== null))
}

/** One measure of a live run over its load; the chart is empty before the first value. */
export function liveChart(measure: LiveMeasure, points: readonly LivePoint[], durationMs: number): ChartDescription {
  const { title, format, value } = measures[measure]
  const figures = figuresOf(points, value)
  const line = coarseLine(points, { x: ({ second }) => second, y: value }, stretchSeconds(points.length))
  return {
    kind: 'timeline',
    title,
    textAlternative:
      figures === null
        ? `${title}: nothing measured in 0 seconds.`
        : `${title}: now ${formatValue(figures.last, format)}, at most ${formatValue(figures.highest, format)}.`,
    x: timeScale(durationMs / 1_000),
    y: scaleOf(measure, figures),
    series: [{ kind: 'line', id: measure, label: 'measured', mark: 'measured', points: line }],
    annotations: [],
    // Computed when read: a chart is described anew each second or key press, but its table is rarely shown.
    get table(): DataTable {
      return {
        columns: [
          { id: 'second', label: 'Second', format: 'count' },
          { id: measure, label: title, format },
        ],
        rows: points.map((point) => [point.second, value(point)]),
      }
    },
  }
}

interface Figures {
  readonly last: number
  readonly highest: number
  /** Smallest value above zero; infinite where there is none. */
  readonly lowest: number
}

/** Summary of all values of a measure; null before the first. */
function figuresOf(points: readonly LivePoint[], value: MeasureWords['value']): Figures | null {
  let [last, highest, lowest]: [number | null, number, number] = [null, 0, Number.POSITIVE_INFINITY]
  for (const point of points) {
    const each = value(point)
    if (each === null) continue
    last = each
    highest = Math.max(highest, each)
    if (each > 0) lowest = Math.min(lowest, each)
  }
  return last === null ? null : { last, highest, lowest }
}

function scaleOf(measure: LiveMeasure, figures: Figures | null): Scale {
  const { axis, format, fullAxis } = measures[measure]
  const highest = Math.max(fullAxis, figures?.highest ?? 0)
  // Response times span decades, from an idle broker to a full queue.
  if (measure === 'response') return latencyScale(axis, Math.min(highest, figures?.lowest ?? highest), highest)
  return valueScale(axis, format, { kind: 'linear', from: 0, to: highest * axisPaddingFactor })
}
