/**
 * Means with an interval, and trends, from the means of whole quota windows ("batch means").
 *
 * Seconds of a run depend on each other (under a quota the flow is a sawtooth); means of whole quota windows nearly do
 * not, so that Student's t holds for them.
 */
import type { Interval } from '../contracts/primitives.ts'
import { studentT } from './student-t.ts'

/** Mean of the means of separate windows, and its 95 % interval by Student's t, never below zero. */
export function batchMeansInterval(means: readonly number[]): Interval {
  const count = means.length
  const halfWidth = count < 2 ? 0 : studentT('95 %', count - 1) * Math.sqrt(varianceOf(means) / count)
  return around(meanOf(means), halfWidth)
}

/**
 * Variance of a tent's mean, and covariance with the next tent, as shares of the variance of a plain window's mean, where
 * seconds are independent: the integral of the squared tent, and of two tents one window apart.
 */
const tentVariance = 2 / 3
const tentCovariance = 1 / 6

/**
 * Mean of the means of overlapping tents (`pairWindows`), and its 95 % interval, never below zero.
 *
 * Overlapping batch means, as in Meketon and Schmeiser (1984), with soft edges. Tents share seconds, so their own spread is
 * smaller than that of separate windows and their number counts for less: both follow from the two constants above.
 * Where they resemble each other beyond that and beyond chance, the flow wanders slowly and the interval is widened.
 */
export function tentMeansInterval(means: readonly number[]): Interval {
  const count = means.length
  const mean = meanOf(means)
  if (count < 2) return around(mean, 0)
  const windowVariance = varianceOf(means) / (tentVariance - (2 * tentCovariance) / count)
  // All tents together are one long one: flat, with a window's slope at both ends.
  const meanVariance = (windowVariance * (count - 1 + tentVariance)) / count ** 2
  const halfWidth = studentT('95 %', tentDegreesOfFreedom(count)) * Math.sqrt(meanVariance * wandering(means))
  return around(mean, halfWidth)
}

/** Degrees of freedom of the spread of tents, by Satterthwaite: (trace)^2 / trace of the square of their covariance. */
function tentDegreesOfFreedom(count: number): number {
  const inner = tentVariance + 2 * tentCovariance
  const outer = tentVariance + tentCovariance
  const total = count * tentVariance + 2 * (count - 1) * tentCovariance
  const squares = count * tentVariance ** 2 + 2 * (count - 1) * tentCovariance ** 2
  const rows = (count - 2) * inner ** 2 + 2 * outer ** 2
  const trace = count * tentVariance - total / count
  const traceOfSquare = squares - (2 * rows) / count + (total / count) ** 2
  return Math.max(1, trace ** 2 / traceOfSquare)
}

/** Factor on the variance where neighbours resemble each other by more than tents do, and than chance allows; else 1. */
function wandering(means: readonly number[]): number {
  const own = tentCovariance / tentVariance
  const seen = lagOneAutocorrelation(means)
  if (seen <= own + 2 / Math.sqrt(means.length)) return 1
  return (1 + seen) / (1 - seen) / ((1 + own) / (1 - own))
}

function around(mean: number, halfWidth: number): Interval {
  return { mean, low: Math.max(0, mean - halfWidth), high: mean + halfWidth }
}

/** How much each value resembles the one before it: -1 to 1; 0 where nothing varies. */
function lagOneAutocorrelation(values: readonly number[]): number {
  const mean = meanOf(values)
  let products = 0
  let squares = 0
  for (const [index, value] of values.entries()) {
    const before = values[index - 1]
    if (before !== undefined) products += (value - mean) * (before - mean)
    squares += (value - mean) ** 2
  }
  // Rounding leaves a residue of squares where all values are alike.
  return squares > 1e-18 * mean * mean * values.length ? products / squares : 0
}

/** A straight line through values at equal distances. */
export interface Trend {
  /** Fitted value at the first and at the last place. */
  readonly first: number
  readonly last: number
  /** True where the slope differs from zero with 99 % confidence. */
  readonly isSignificant: boolean
}

/** The least-squares line through the values; below three values no slope is ever significant. */
export function trendOf(values: readonly number[]): Trend {
  const count = values.length
  const mean = meanOf(values)
  if (count < 3) return { first: mean, last: mean, isSignificant: false }
  const middle = (count - 1) / 2
  let products = 0
  let squares = 0
  for (const [index, value] of values.entries()) {
    products += (index - middle) * (value - mean)
    squares += (index - middle) ** 2
  }
  const slope = products / squares
  let residuals = 0
  for (const [index, value] of values.entries()) residuals += (value - mean - slope * (index - middle)) ** 2
  const slopeError = Math.sqrt(residuals / (count - 2) / squares)
  return {
    first: mean - slope * middle,
    last: mean + slope * middle,
    isSignificant: Math.abs(slope) > studentT('99 %', count - 2) * slopeError,
  }
}

/** Arithmetic mean; 0 of nothing. */
export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
}
