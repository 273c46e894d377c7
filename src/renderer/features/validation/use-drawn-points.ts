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

/** Seconds that come faster than they pass, as after a pause of the window, are drawn together. */
const leastBetweenMs = 250

/** The same over the life of a chart. */
export function useDrawnPoints<T>(points: readonly T[], isLive: boolean): readonly T[] {
  const drawn = useRef({ points, atMs: Number.NEGATIVE_INFINITY })
  const next = drawnPoints(drawn.current.points, points, isLive)
  const isSoon =
    isLive && next[0] === drawn.current.points[0] && performance.now() - drawn.current.atMs < leastBetweenMs
  if (next !== drawn.current.points && !isSoon) drawn.current = { points: next, atMs: performance.now() }
  return drawn.current.points
}
