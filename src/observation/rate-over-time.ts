/**
 * Reduces a rate over time to its average, busiest hour and busiest minute.
 */

import type { TimeSpan } from '../contracts/observation.ts'
import { largestOf } from './extremes.ts'

/** A mean rate over an interval of time. */
export interface RatePoint {
  readonly fromEpochMs: number
  readonly durationMs: number
  readonly perSec: number
}

/** Figures of a series of rates. A peak is null if the intervals are too long or too few for it. */
export interface RateOverTime {
  readonly average: number
  readonly peakMinute: number | null
  readonly peakHour: number | null
  readonly span: TimeSpan
  /** Relative error of the average at 95 %, from the spread of the intervals; null for a single interval. */
  readonly averageError: number | null
}

const minuteMs = 60_000
const hourMs = 3_600_000
/** An interval up to this long may count as a minute, because exporters are a little late. A rule of thumb. */
const maxMinuteMs = 90_000
/** A window counts as an hour or minute if the rate is known for at least this share of it. A rule of thumb. */
const knownShareOfWindow = 0.9

/**
 * Minimum share of a minute with known data, so that a short remainder at the end does not count as a minute. If less
 * than a minute of data is known in all, it counts as one.
 */
function minKnownShareOfMinute(knownMs: number): number {
  return Math.min(knownShareOfWindow, knownMs / minuteMs - 1e-9)
}

/** The figures of a series of points that do not overlap; null without points. */
export function rateOverTime(points: readonly RatePoint[]): RateOverTime | null {
  const sorted = [...points].sort((one, other) => one.fromEpochMs - other.fromEpochMs)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return null
  const knownMs = sorted.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const average = meanOf(sorted)
  const minutes = sorted.filter(({ durationMs }) => durationMs <= maxMinuteMs)
  const minuteMeans = windowMeans(minutes, minuteMs, minKnownShareOfMinute(knownMs))
  const hourMeans = knownMs < hourMs * knownShareOfWindow ? [] : windowMeans(sorted, hourMs, knownShareOfWindow)
  return {
    average,
    peakMinute: peakOf(minuteMeans, minutes),
    peakHour: peakOf(hourMeans, sorted),
    span: { fromEpochMs: first.fromEpochMs, toEpochMs: last.fromEpochMs + last.durationMs },
    averageError: errorOf(sorted, average),
  }
}

/**
 * The largest mean of a window, or the mean of all points if that is larger: windows begin and end with a point, so the few
 * of a short time may all miss its fullest ends. Null without windows.
 */
function peakOf(windows: readonly number[], points: readonly RatePoint[]): number | null {
  return windows.length === 0 ? null : Math.max(largestOf(windows), meanOf(points))
}

/** The mean over all intervals; 0 without intervals. */
export function meanOf(points: readonly RatePoint[]): number {
  const knownMs = points.reduce((sum, { durationMs }) => sum + durationMs, 0)
  return knownMs === 0 ? 0 : points.reduce((sum, { perSec, durationMs }) => sum + perSec * durationMs, 0) / knownMs
}

/** Mean rates of all windows of this length that begin with a point and are known for at least this share. */
function windowMeans(points: readonly RatePoint[], windowMs: number, knownShare: number): number[] {
  const means: number[] = []
  let [end, amount, knownMs] = [0, 0, 0]
  for (const [start, point] of points.entries()) {
    for (
      let next = points[end];
      next !== undefined && isWithin(next, point, windowMs, end === start);
      next = points[end]
    ) {
      amount += next.perSec * next.durationMs
      knownMs += next.durationMs
      end += 1
    }
    if (knownMs > 0 && knownMs >= windowMs * knownShare) means.push(amount / knownMs)
    amount -= point.perSec * point.durationMs
    knownMs -= point.durationMs
  }
  return means
}

/** True if `next` lies in the window that begins with `first`. A first interval that is longer than the window is one, too. */
function isWithin(next: RatePoint, first: RatePoint, windowMs: number, isFirst: boolean): boolean {
  return isFirst || next.fromEpochMs + next.durationMs <= first.fromEpochMs + windowMs
}

/** Relative error of the mean at 95 %, from the spread of the intervals. */
function errorOf(points: readonly RatePoint[], average: number): number | null {
  if (points.length < 2 || average === 0) return null
  const variance = points.reduce((sum, { perSec }) => sum + (perSec - average) ** 2, 0) / (points.length - 1)
  return (1.96 * Math.sqrt(variance / points.length)) / average
}
