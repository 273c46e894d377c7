/**
 * Describes the small charts of a live run: response time, throttle, lag, skew and CPU, second by second.
 */
import type { LivePoint } from '../contracts/validation-progress.ts'
import type { ChartDescription, DataTable, Scale } from './chart-description.ts'
import { coarseLine, sectionSeconds } from './coarse-line.ts'
import { latencyScale, timeScale, valueScale } from './scales.ts'
import { responseP99Label, throttledLabel } from './shared-labels.ts'
import { formatValue, type ValueFormat } from './value-format.ts'

/** The measures that have a chart. */
export type LiveMeasure = 'response' | 'throttle' | 'lag' | 'skew' | 'client-cpu' | 'broker-cpu'

/** The presentation of a measure, and how it is read from a point. */
interface Measure {
  readonly title: string
  /** Title of the axis. It must be short, because the charts are small. */
  readonly axis: string
  /** Minimum upper end of the axis, so that small values do not look large. */
  readonly minAxisEnd: number
  readonly format: ValueFormat
  value(point: LivePoint): number | null
}

const measures: Readonly<Record<LiveMeasure, Measure>> = {
  response: {
    title: responseP99Label,
    axis: 'due to acked',
    minAxisEnd: 1,
    format: 'latency-us',
    value: ({ responseP99Us }) => responseP99Us,
  },
  throttle: {
    title: throttledLabel,
    axis: 'longest wait',
    minAxisEnd: 100,
    format: 'duration-ms',
    value: ({ throttleMs }) => throttleMs,
  },
  lag: {
    title: 'Lag',
    axis: 'records',
    minAxisEnd: 10,
    format: 'count',
    value: ({ lagRecords }) => lagRecords,
  },
  skew: {
    title: 'Hottest partition',
    axis: 'times an even share',
    minAxisEnd: 2,
    format: 'number',
    value: ({ partitionSkew }) => partitionSkew,
  },
  'client-cpu': {
    title: 'Client processor',
    axis: 'busiest worker, cores',
    minAxisEnd: 1,
    format: 'number',
    value: ({ clientCpuCores }) => clientCpuCores,
  },
  'broker-cpu': {
    title: 'Broker processor',
    axis: 'busiest broker, cores',
    minAxisEnd: 1,
    format: 'number',
    value: ({ brokerCpuCores }) => brokerCpuCores,
  },
}

/** Free space above the highest value. */
const axisPaddingFactor = 1.1

/**
 * The measures for which a run has data. A user's own cluster reports no CPU, and a load without consumers has no lag.
 */
export function liveMeasuresOf(points: readonly LivePoint[]): LiveMeasure[] {
  const all: readonly LiveMeasure[] = ['response', 'throttle', 'lag', 'skew', 'client-cpu', 'broker-cpu']
  return all.filter((measure) => points.some((point) => measures[measure].value(point) !== null))
}

/** The chart of one measure over the load. It is empty before the first value. */
export function liveChart(measure: LiveMeasure, points: readonly LivePoint[], durationMs: number): ChartDescription {
  const { title, format, value } = measures[measure]
  const figures = figuresOf(points, value)
  const line = coarseLine(points, { x: ({ second }) => second, y: value }, sectionSeconds(points.length))
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
    // A getter, because the chart is described again every second, but its table is rarely shown.
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

/** A summary of the values of a measure. */
interface Figures {
  readonly last: number
  readonly highest: number
  /** Lowest value above zero; infinite if there is none. */
  readonly lowest: number
}

/** Summarises all values of a measure; null if there are none yet. */
function figuresOf(points: readonly LivePoint[], value: Measure['value']): Figures | null {
  let [last, highest, lowest]: [number | null, number, number] = [null, 0, Number.POSITIVE_INFINITY]
  for (const point of points) {
    const current = value(point)
    if (current === null) continue
    last = current
    highest = Math.max(highest, current)
    if (current > 0) lowest = Math.min(lowest, current)
  }
  return last === null ? null : { last, highest, lowest }
}

function scaleOf(measure: LiveMeasure, figures: Figures | null): Scale {
  const { axis, format, minAxisEnd } = measures[measure]
  const highest = Math.max(minAxisEnd, figures?.highest ?? 0)
  // Response times span orders of magnitude, from an idle broker to a full queue, so their axis is logarithmic.
  if (measure === 'response') return latencyScale(axis, Math.min(highest, figures?.lowest ?? highest), highest)
  return valueScale(axis, format, { kind: 'linear', from: 0, to: highest * axisPaddingFactor })
}
