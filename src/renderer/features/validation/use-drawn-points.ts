/**
 * Which points of a live run its charts are drawn with: the longer it runs, the less a second adds to what is seen.
 */
import { useRef } from 'react'

/** So many points are drawn anew at every second; twice as many at every other one. */
const drawnEachSecond = 600

/** The points to draw, from those drawn before and all there are now: a run that ended is drawn whole. */
export function drawnPoints<T>(before: readonly T[], now: readonly T[], isLive: boolean): readonly T[] {
  const isAnotherRun = before[0] !== now[0] || now.length < before.length
  const isDue = now.length - before.length >= Math.ceil(now.length / drawnEachSecond)
  return !isLive || isAnotherRun || isDue ? now : before
}

/** The same over the life of a chart. */
export function useDrawnPoints<T>(points: readonly T[], isLive: boolean): readonly T[] {
  const drawn = useRef(points)
  drawn.current = drawnPoints(drawn.current, points, isLive)
  return drawn.current
}
