/**
 * Removes points from a line that has more of them than a drawing can show.
 */
import type { Point } from '../chart-description.ts'
import type { Plot } from './plot-area.ts'

/** Two columns per pixel, each with its minimum and maximum, keep every spike. More could not be seen. */
const columnsPerPixel = 2

/** The minimum and the maximum of every half pixel column, and all gaps. If there are few points, all of them. */
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
