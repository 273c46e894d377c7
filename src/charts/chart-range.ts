/**
 * Zooms and moves along a chart's x axis, and reduces a chart to the visible range. Pure.
 *
 * A range is given in shares of the whole axis (0 to 1), so that linear and logarithmic axes are handled in the same
 * way.
 */
import type { Annotation, ChartDescription, Point, Scale, Series } from './chart-description.ts'
import { rangeTicks } from './scales.ts'

/** A range of the x axis; both ends are shares of the whole axis. */
export type ChartRange = { readonly from: number; readonly to: number }

/** The whole axis. */
export const wholeRange: ChartRange = { from: 0, to: 1 }
/** Minimum length of a range, as a share of the axis. A shorter range would not be readable. */
const minSpan = 0.002

/** True if the chart's x axis can be zoomed. Charts with rows of bars cannot. */
export function canZoom({ x, y }: Pick<ChartDescription, 'x' | 'y'>): boolean {
  return y.kind !== 'category' && x.kind !== 'category' && x.max > x.min
}

/**
 * A range `factor` times as long. The value at `about` (0 to 1, a share of the range) keeps its position, as far as the
 * range stays within the axis.
 */
export function zoomedRange(range: ChartRange, factor: number, about = 0.5): ChartRange {
  const before = range.to - range.from
  const span = Math.min(1, Math.max(minSpan, before * factor))
  return within(range.from + (before - span) * about, span)
}

/** The range moved by a share of its own length, up to the ends of the axis. */
export function movedRange(range: ChartRange, share: number): ChartRange {
  const span = range.to - range.from
  return within(range.from + span * share, span)
}

/** A key press that zooms in makes the range this many times as long. One that moves, moves it by `moveSharePerKey` of it. */
const zoomFactorPerKey = 0.6
const moveSharePerKey = 0.2

/** The range after a key press: plus and minus zoom, arrows move, 0 shows the whole axis. Null for every other key. */
export function rangeAfterKey(range: ChartRange, key: string): ChartRange | null {
  switch (key) {
    case '+':
    case '=':
      return zoomedRange(range, zoomFactorPerKey)
    case '-':
      return zoomedRange(range, 1 / zoomFactorPerKey)
    case '0':
      return wholeRange
    case 'ArrowLeft':
      return movedRange(range, -moveSharePerKey)
    case 'ArrowRight':
      return movedRange(range, moveSharePerKey)
    default:
      return null
  }
}

function within(from: number, span: number): ChartRange {
  const start = Math.min(Math.max(0, from), 1 - span)
  return { from: start, to: start + span }
}

/** The value at a share of the axis. */
export function valueAtShare({ kind, min, max }: Pick<Scale, 'kind' | 'min' | 'max'>, share: number): number {
  return kind === 'logarithmic' ? min * (max / min) ** share : min + share * (max - min)
}

/** The chart reduced to a range of its x axis: ticks, annotations and points in it, and one point beyond each end. */
export function chartOver(description: ChartDescription, range: ChartRange): ChartDescription {
  if (range.from <= 0 && range.to >= 1) return description
  const [from, to] = [valueAtShare(description.x, range.from), valueAtShare(description.x, range.to)]
  return {
    ...description,
    x: { ...description.x, min: from, max: to, ticks: rangeTicks(description.x, from, to) },
    series: description.series.map((series) => seriesOver(series, from, to)),
    annotations: description.annotations.flatMap((annotation) => annotationOver(annotation, from, to)),
  }
}

function seriesOver(series: Series, from: number, to: number): Series {
  switch (series.kind) {
    case 'bars':
    // The painter clips these lines itself.
    case 'lines':
      return series
    case 'band':
      return { ...series, points: pointsOver(series.points, from, to) }
    case 'intervals':
      return { ...series, points: series.points.filter(({ x }) => x >= from && x <= to) }
    case 'line':
      return { ...series, points: pointsOver(series.points, from, to) }
  }
}

/**
 * The points of a range and one beyond each end, so that lines extend to the edge. Points are in ascending order of x.
 */
function pointsOver<T extends Pick<Point, 'x'>>(points: readonly T[], from: number, to: number): readonly T[] {
  const first = points.findIndex(({ x }) => x >= from)
  if (first === -1) return points.slice(-1)
  const after = points.findIndex(({ x }) => x > to)
  return points.slice(Math.max(0, first - 1), after === -1 ? undefined : after + 1)
}

function annotationOver(annotation: Annotation, from: number, to: number): Annotation[] {
  if (annotation.kind === 'shade') {
    const clipped = { ...annotation, from: Math.max(from, annotation.from), to: Math.min(to, annotation.to) }
    return clipped.from < clipped.to ? [clipped] : []
  }
  return annotation.axis === 'y' || (annotation.value >= from && annotation.value <= to) ? [annotation] : []
}
