/**
 * A line of a run that goes on, with as many points as a chart can show, however long it gets: of each stretch of seconds
 * its lowest and its highest, so that no spike is lost. A run that ended is drawn whole.
 */
import type { Point } from './chart-description.ts'

/** How a second of a run is read. */
export interface SecondReader<T> {
  /** Where on the axis, in seconds. */
  x(second: T): number
  /** Null where it was not measured. */
  y(second: T): number | null
}

/** Stretches of a line at most: more than a pixel column each where a chart of a live run stands. */
const mostStretches = 600

/** Seconds of one stretch of a line of so many: powers of two, so that stretches stay where they are as it grows. */
export function stretchSeconds(seconds: number): number {
  return seconds <= mostStretches ? 1 : 2 ** Math.ceil(Math.log2(seconds / mostStretches))
}

/**
 * The drawn points of seconds in their order: all of them where a stretch is one second. There is a gap where a value or a
 * whole second is missing, so that no line is drawn over what was not seen.
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
