/**
 * Means with intervals, and trends, from the means of whole quota windows (the method of batch means).
 *
 * The rates of consecutive seconds are correlated; under a quota they form a sawtooth. The means of whole quota windows
 * are nearly independent, so Student's t applies to them.
 */
import type { Interval } from '../contracts/primitives.ts'
import { studentT } from './student-t-quantile.ts'

/** The mean over separate windows with its 95 % interval by Student's t. The interval never extends below zero. */
export function batchMeansInterval(means: readonly number[]): Interval {
  const count = means.length
  const halfWidth = count < 2 ? 0 : studentT('95 %', count - 1) * Math.sqrt(varianceOf(means) / count)
  return intervalAround(meanOf(means), halfWidth)
}

/**
 * A tent is a pair of neighbouring windows whose seconds are weighted by a triangle (`pairWindows`). For independent seconds,
 * `tentVariance` is the variance of a tent's mean, and `tentCovariance` its covariance with the next tent's, both relative to
 * the variance of a plain window's mean: the integrals of the squared triangle, and of two triangles one window apart.
 */
const tentVariance = 2 / 3
const tentCovariance = 1 / 6

/**
 * The mean over overlapping tents with its 95 % interval. The interval never extends below zero.
 *
 * These are overlapping batch means as in Meketon and Schmeiser (1984), but weighted. Tents share seconds, so they vary
 * less than separate windows and provide fewer degrees of freedom; both follow from the two constants above. If
 * neighbouring tents are correlated by more than the shared seconds and chance explain, the rate drifts slowly, and the
 * interval is widened.
 */
export function tentMeansInterval(means: readonly number[]): Interval {
  const count = means.length
  const mean = meanOf(means)
  if (count < 2) return intervalAround(mean, 0)
  const windowVariance = varianceOf(means) / (tentVariance - (2 * tentCovariance) / count)
  // The sum of all tents weights seconds equally, except for a slope of one window's length at each end.
  const meanVariance = (windowVariance * (count - 1 + tentVariance)) / count ** 2
  const halfWidth = studentT('95 %', tentDegreesOfFreedom(count)) * Math.sqrt(meanVariance * driftInflation(means))
  return intervalAround(mean, halfWidth)
}

/** Degrees of freedom of the variance of tents, by Satterthwaite: (trace)^2 / trace of the squared covariance. */
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

/**
 * Factor by which slow drift increases the variance; 1 if the correlation of neighbouring tents is within what their
 * shared seconds and chance explain.
 */
function driftInflation(means: readonly number[]): number {
  const tentCorrelation = tentCovariance / tentVariance
  const correlation = lagOneAutocorrelation(means)
  if (correlation <= tentCorrelation + 2 / Math.sqrt(means.length)) return 1
  return (1 + correlation) / (1 - correlation) / ((1 + tentCorrelation) / (1 - tentCorrelation))
}

function intervalAround(mean: number, halfWidth: number): Interval {
  return { mean, low: Math.max(0, mean - halfWidth), high: mean + halfWidth }
}

/** Autocorrelation at lag 1, -1 to 1; 0 if all values are equal. */
function lagOneAutocorrelation(values: readonly number[]): number {
  const mean = meanOf(values)
  let products = 0
  let squares = 0
  for (const [index, value] of values.entries()) {
    const before = values[index - 1]
    if (before !== undefined) products += (value - mean) * (before - mean)
    squares += (value - mean) ** 2
  }
  // Rounding may leave a small sum of squares although all values are equal.
  return squares > 1e-18 * mean * mean * values.length ? products / squares : 0
}

/** A straight line through values at equal distances. */
export interface Trend {
  /** Fitted values at the first and the last point. */
  readonly first: number
  readonly last: number
  /** True if the slope differs from zero with 99 % confidence. */
  readonly isSignificant: boolean
}

/** Fits a least-squares line to the values. With fewer than three values no slope is significant. */
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

/** Arithmetic mean; 0 for an empty list. */
export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Variance of a sample: the sum of squares / (number of values - 1). NaN for fewer than two values. */
export function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
}
