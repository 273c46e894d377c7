/**
 * Limits how often the charts of a live run are redrawn. The more points a chart has, the less often it is redrawn.
 */
import { useRef } from 'react'

/**
 * With up to this many points, a chart is redrawn for each new point; with up to twice as many, for every second new point;
 * and so on.
 */
const pointsPerSkippedRedraw = 600

/** The points to draw: those that are `drawn` already, or all `current` ones if a redraw is due. An ended run is drawn whole. */
export function drawnPoints<T>(drawn: readonly T[], current: readonly T[], isLive: boolean): readonly T[] {
  const isAnotherRun = drawn[0] !== current[0] || current.length < drawn.length
  const isDue = current.length - drawn.length >= Math.ceil(current.length / pointsPerSkippedRedraw)
  return !isLive || isAnotherRun || isDue ? current : drawn
}

/** Minimum time between two redraws, so that points that arrive together after a pause cause one redraw. */
const minRedrawIntervalMs = 250

/** `drawnPoints` as a hook, which also leaves at least `minRedrawIntervalMs` between two redraws. */
export function useDrawnPoints<T>(points: readonly T[], isLive: boolean): readonly T[] {
  const drawn = useRef({ points, atMs: Number.NEGATIVE_INFINITY })
  const next = drawnPoints(drawn.current.points, points, isLive)
  const isTooSoon =
    isLive && next[0] === drawn.current.points[0] && performance.now() - drawn.current.atMs < minRedrawIntervalMs
  if (next !== drawn.current.points && !isTooSoon) drawn.current = { points: next, atMs: performance.now() }
  return drawn.current.points
}
