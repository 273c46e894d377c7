/**
 * Rates over time as average, busiest hour and busiest minute.
 */
import type { TimeSpan } from '../contracts/observation.ts'

/** A mean rate over a stretch of time. */
export interface RatePoint {
  readonly fromEpochMs: number
  readonly durationMs: number
  readonly perSec: number
}

/** What a series of rates says; null for what its stretches are too long or too few for. */
export interface RateOverTime {
  readonly average: number
  readonly peakMinute: number | null
  readonly peakHour: number | null
  readonly span: TimeSpan
  /** Relative, at 95 %, of the average of these stretches; null for one stretch. */
  readonly averageError: number | null
}

const minuteMs = 60_000
const hourMs = 3_600_000
/** Stretches of a busiest minute may be this long: exporters are a little late. */
const longestMinuteMs = 90_000
/** An hour, or a minute, in which this much of the time is known counts as one. */
const knownShareOfWindow = 0.9

/** The last stretches are no minute of their own. Of less than a minute in all, what is known counts as one. */
function leastKnownMinute(knownMs: number): number {
  return Math.min(knownShareOfWindow, knownMs / minuteMs - 1e-9)
}

/** The rates of a series without gaps or overlaps; null without points. */
export function rateOverTime(points: readonly RatePoint[]): RateOverTime | null {
  const sorted = [...points].sort((one, other) => one.fromEpochMs - other.fromEpochMs)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return null
  const known = sorted.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const average = sorted.reduce((sum, { perSec, durationMs }) => sum + perSec * durationMs, 0) / known
  const minutes = sorted.filter(({ durationMs }) => durationMs <= longestMinuteMs)
  return {
    average,
    peakMinute: minutes.length === 0 ? null : Math.max(...busiest(minutes, minuteMs, leastKnownMinute(known))),
    peakHour:
      known < hourMs * knownShareOfWindow ? null : Math.max(0, ...busiest(sorted, hourMs, knownShareOfWindow)) || null,
    span: { fromEpochMs: first.fromEpochMs, toEpochMs: last.fromEpochMs + last.durationMs },
    averageError: errorOf(sorted, average),
  }
}

/** Mean rates of every window of this length that begins with a point and is known to this share. */
function busiest(points: readonly RatePoint[], windowMs: number, knownShare: number): number[] {
  const means: number[] = []
  let [end, amount, known] = [0, 0, 0]
  for (const [start, point] of points.entries()) {
    for (
      let next = points[end];
      next !== undefined && isWithin(next, point, windowMs, end === start);
      next = points[end]
    ) {
      amount += next.perSec * next.durationMs
      known += next.durationMs
      end += 1
    }
    if (known > 0 && known >= windowMs * knownShare) means.push(amount / known)
    amount -= point.perSec * point.durationMs
    known -= point.durationMs
  }
  return means
}

/** A stretch longer than the window is a window of its own. */
function isWithin(next: RatePoint, first: RatePoint, windowMs: number, isFirst: boolean): boolean {
  return isFirst || next.fromEpochMs + next.durationMs <= first.fromEpochMs + windowMs
}

/** Error of the mean by the spread of the stretches, at 95 %. */
function errorOf(points: readonly RatePoint[], average: number): number | null {
  if (points.length < 2 || average === 0) return null
  const variance = points.reduce((sum, { perSec }) => sum + (perSec - average) ** 2, 0) / (points.length - 1)
  return (1.96 * Math.sqrt(variance / points.length)) / average
}
