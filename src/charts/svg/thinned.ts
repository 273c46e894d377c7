/**
 * Thins a line that has more points than the drawing can show.
 */
import type { Point } from '../chart-description.ts'
import type { Plot } from './plot-area.ts'

/** Lowest and highest of a half pixel column keep every spike; more cannot be seen. */
const columnsPerPixel = 2

/** The lowest and highest point of every half pixel column, gaps kept; the points themselves where they are few. */
export function thinned(points: readonly Point[], plot: Plot): readonly Point[] {
  const widthPx = plot.area.right - plot.area.left
  if (points.length <= widthPx * columnsPerPixel) return points
  const kept: Point[] = []
  let column: Point[] = []
  let columnNumber = Number.NaN
  const flush = (): void => {
    kept.push(...extremes(column))
    column = []
  }
  for (const point of points) {
    const number = Math.floor(plot.x(point.x) * columnsPerPixel)
    if (number !== columnNumber || point.y === null) flush()
    columnNumber = number
    if (point.y === null) kept.push(point)
    else column.push(point)
  }
  flush()
  return kept
}

function extremes(column: readonly Point[]): Point[] {
  const [first] = column
  if (first === undefined) return []
  let [lowest, highest] = [first, first]
  for (const point of column) {
    if ((point.y ?? 0) < (lowest.y ?? 0)) lowest = point
    if ((point.y ?? 0) > (highest.y ?? 0)) highest = point
  }
  if (lowest === highest) return [lowest]
  return lowest.x < highest.x ? [lowest, highest] : [highest, lowest]
}
