/**
 * A part of a chart's x axis: how it is zoomed and moved, and the chart as it is drawn over that part alone. Pure.
 *
 * A range is given in shares of the whole axis, 0 to 1, so that linear and logarithmic axes are handled alike.
 */
import type { Annotation, ChartDescription, Point, Scale, Series } from './chart-description.ts'
import { rangeTicks } from './scales.ts'

/** A range of the x axis; both ends are shares of the whole axis. */
export type ChartRange = { readonly from: number; readonly to: number }

/** The whole axis. */
export const wholeRange: ChartRange = { from: 0, to: 1 }
/** Shortest range: a smaller share of an axis is not readable. */
const leastSpan = 0.002

/** True for a chart whose x axis can be zoomed: not for rows of bars. */
export function canZoom({ x, y }: Pick<ChartDescription, 'x' | 'y'>): boolean {
  return y.kind !== 'category' && x.kind !== 'category' && x.max > x.min
}

/**
 * The range, `factor` times as long. The value at `about` (0 to 1 of the range) keeps its place, and the range stays within
 * the axis.
 */
export function zoomedRange(range: ChartRange, factor: number, about = 0.5): ChartRange {
  const before = range.to - range.from
  const span = Math.min(1, Math.max(leastSpan, before * factor))
  return within(range.from + (before - span) * about, span)
}

/** The range moved by a share of its own length; it stops at the ends. */
export function movedRange(range: ChartRange, share: number): ChartRange {
  const span = range.to - range.from
  return within(range.from + span * share, span)
}

const keyFactor = 0.6
const keyStep = 0.2

/** The range after a key: plus and minus zoom, arrows move, 0 shows all. Null for every other key. */
export function rangeAfterKey(range: ChartRange, key: string): ChartRange | null {
  switch (key) {
    case '+':
    case '=':
      return zoomedRange(range, keyFactor)
    case '-':
      return zoomedRange(range, 1 / keyFactor)
    case '0':
      return wholeRange
    case 'ArrowLeft':
      return movedRange(range, -keyStep)
    case 'ArrowRight':
      return movedRange(range, keyStep)
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

/** The chart over a range of its x axis, with ticks and annotations, its points, and one point beyond each end. */
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
    // Drawn by their own levels of detail.
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

/** The points of a range and the nearest one beyond each end, so that lines go on to the edge. Points rise in x. */
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
