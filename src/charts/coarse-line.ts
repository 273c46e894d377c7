/**
 * A line of a live run with as many points as a chart can show, however long the run gets. Of each stretch of seconds
 * it keeps the lowest and the highest value, so that no spike is lost. A run that ended is drawn whole.
 */
import type { Point } from './chart-description.ts'

/** Reads position and value of a second of a run. */
export interface SecondReader<T> {
  /** Position on the axis, in seconds. */
  x(second: T): number
  /** Null if the value was not measured. */
  y(second: T): number | null
}

/** Most stretches of a line: each is wider than a pixel column of a live chart. */
const mostStretches = 600

/** Length of a stretch, for a line of that many seconds: a power of two, so that stretches do not move as the line grows. */
export function stretchSeconds(seconds: number): number {
  return seconds <= mostStretches ? 1 : 2 ** Math.ceil(Math.log2(seconds / mostStretches))
}

/**
 * The drawn points of seconds, in order; all of them if a stretch is one second. There is a gap if a value or a
 * whole second is missing, so that no line is drawn where nothing was measured.
 */
export function coarseLine<T>(seconds: readonly T[], reader: SecondReader<T>, stretch: number): Point[] {
  const drawn: Point[] = []
  // Numbers of one object: a point for each of thousands of seconds, every second, would be as much garbage.
  const open = { isEmpty: true, lowX: 0, low: 0, highX: 0, high: 0 }
  let before: number | null = null
  const flush = (): void => {
    if (open.isEmpty) return
    const points = [
      { x: open.lowX, y: open.low },
      { x: open.highX, y: open.high },
    ]
    if (open.lowX === open.highX) points.pop()
    drawn.push(...(open.lowX < open.highX ? points : points.reverse()))
    open.isEmpty = true
  }
  const leaveGap = (x: number): void => {
    flush()
    if (drawn.at(-1)?.y !== null) drawn.push({ x, y: null })
  }
  const take = (x: number, y: number): void => {
    if (open.isEmpty || y < open.low) [open.lowX, open.low] = [x, y]
    if (open.isEmpty || y >= open.high) [open.highX, open.high] = [x, y]
    open.isEmpty = false
  }
  for (const second of seconds) {
    const x = reader.x(second)
    const y = reader.y(second)
    if (before !== null && Math.floor(x / stretch) !== Math.floor(before / stretch)) flush()
    if (before !== null && x > before + 1) leaveGap(before + 1)
    before = x
    if (y === null) leaveGap(x)
    else take(x, y)
  }
  flush()
  return drawn
}
