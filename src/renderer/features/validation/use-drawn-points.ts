/**
 * Limits how often the charts of a live run are redrawn. The more points a chart has, the less often it is redrawn.
 */
import { useRef } from 'react'

/**
 * With up to this many points a chart is redrawn for each new point, with up to twice as many for every second one,
 * etc.
 */
const pointsPerSkippedRedraw = 600

/** The points to draw now: either those drawn before, or all current ones. An ended run is drawn completely. */
export function drawnPoints<T>(before: readonly T[], now: readonly T[], isLive: boolean): readonly T[] {
  const isAnotherRun = before[0] !== now[0] || now.length < before.length
  const isDue = now.length - before.length >= Math.ceil(now.length / pointsPerSkippedRedraw)
  return !isLive || isAnotherRun || isDue ? now : before
}

/** Minimum time between two redraws, so that points that arrive together after a pause are drawn together. */
const minRedrawIntervalMs = 250

/** `drawnPoints` as a hook that also keeps `minRedrawIntervalMs`. */
export function useDrawnPoints<T>(points: readonly T[], isLive: boolean): readonly T[] {
  const drawn = useRef({ points, atMs: Number.NEGATIVE_INFINITY })
  const next = drawnPoints(drawn.current.points, points, isLive)
  const isSoon =
    isLive && next[0] === drawn.current.points[0] && performance.now() - drawn.current.atMs < minRedrawIntervalMs
  if (next !== drawn.current.points && !isSoon) drawn.current = { points: next, atMs: performance.now() }
  return drawn.current.points
}
