/**
 * Chooses the points with which the charts of a live run are drawn. The longer it runs, the less often they are redrawn.
 */
import { useRef } from 'react'

/** Up to this many points, charts are redrawn every second; up to twice as many, every other second. */
const drawnEachSecond = 600

/** The points to draw, from those drawn before and all current ones. An ended run is drawn completely. */
export function drawnPoints<T>(before: readonly T[], now: readonly T[], isLive: boolean): readonly T[] {
  const isAnotherRun = before[0] !== now[0] || now.length < before.length
  const isDue = now.length - before.length >= Math.ceil(now.length / drawnEachSecond)
  return !isLive || isAnotherRun || isDue ? now : before
}

/** Points that arrive at once, as after a pause of the window, are drawn together. */
const leastBetweenMs = 250

/** The same as a hook. */
export function useDrawnPoints<T>(points: readonly T[], isLive: boolean): readonly T[] {
  const drawn = useRef({ points, atMs: Number.NEGATIVE_INFINITY })
  const next = drawnPoints(drawn.current.points, points, isLive)
  const isSoon =
    isLive && next[0] === drawn.current.points[0] && performance.now() - drawn.current.atMs < leastBetweenMs
  if (next !== drawn.current.points && !isSoon) drawn.current = { points: next, atMs: performance.now() }
  return drawn.current.points
}
