/**
 * Reduces the line of a live run to the points that a chart can show, however long the run is. It keeps the minimum and
 * the maximum of every section of the line, so that no spike is lost. A finished run is drawn with all its points.
 */
import type { Point } from './chart-description.ts'

/** How to read the position and the value from an entry of the line, which is one second. */
export interface SecondReader<T> {
  /** Position on the axis, in seconds. */
  x(second: T): number
  /** Value in any unit; null if it was not measured. */
  y(second: T): number | null
}

/** Maximum number of sections of a line. Live charts have about as many pixel columns. */
const maxSections = 600

/**
 * Length of a section in seconds, for a line of `seconds` seconds. It is a power of two, so that sections do not move
 * as the line grows.
 */
export function sectionSeconds(seconds: number): number {
  return seconds <= maxSections ? 1 : 2 ** Math.ceil(Math.log2(seconds / maxSections))
}

/**
 * The points to draw, in order; if a section is one second long, these are all points. If a value or a whole second is
 * missing, there is a gap, so that no line is drawn where nothing was measured.
 *
 * @param sectionLength length of a section in seconds
 */
export function coarseLine<T>(seconds: readonly T[], reader: SecondReader<T>, sectionLength: number): Point[] {
  const drawn: Point[] = []
  // The extremes of a section are kept as numbers of one object. The line is computed again every second, so an object
  // per point would create garbage thousands of times.
  const section = { isEmpty: true, lowX: 0, low: 0, highX: 0, high: 0 }
  let previousX: number | null = null
  const flush = (): void => {
    if (section.isEmpty) return
    const points = [
      { x: section.lowX, y: section.low },
      { x: section.highX, y: section.high },
    ]
    if (section.lowX === section.highX) points.pop()
    drawn.push(...(section.lowX < section.highX ? points : points.reverse()))
    section.isEmpty = true
  }
  const leaveGap = (x: number): void => {
    flush()
    if (drawn.at(-1)?.y !== null) drawn.push({ x, y: null })
  }
  const take = (x: number, y: number): void => {
    if (section.isEmpty || y < section.low) [section.lowX, section.low] = [x, y]
    if (section.isEmpty || y >= section.high) [section.highX, section.high] = [x, y]
    section.isEmpty = false
  }
  for (const second of seconds) {
    const x = reader.x(second)
    const y = reader.y(second)
    if (previousX !== null && Math.floor(x / sectionLength) !== Math.floor(previousX / sectionLength)) flush()
    if (previousX !== null && x > previousX + 1) leaveGap(previousX + 1)
    previousX = x
    if (y === null) leaveGap(x)
    else take(x, y)
  }
  flush()
  return drawn
}
