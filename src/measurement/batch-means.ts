/**
 * Means with an interval, and trends, from the means of whole windows ("batch means").
 *
 * Seconds of a run depend on each other (under a quota the flow is a sawtooth); means of whole quota windows nearly do
 * not, so that Student's t holds for them.
 */
import type { Interval } from '../contracts/primitives.ts'
import { studentT } from './student-t.ts'

/** Mean of the values and its 95 % interval, never below zero. One value alone has no spread: use two or more. */
export function batchMeansInterval(values: readonly number[]): Interval {
  const mean = meanOf(values)
  const halfWidth = values.length < 2 ? 0 : studentT('95 %', values.length - 1) * standardErrorOf(values)
  return { mean, low: Math.max(0, mean - halfWidth), high: mean + halfWidth }
}

/**
 * Standard error of the mean. Where a window resembles the one before it more than chance allows (lag-1
 * autocorrelation above 2 / √n), fewer windows count as independent and the error grows by √((1 + r) / (1 - r)).
 * Windows that make up for each other (r < 0, as under a quota) are not rewarded.
 */
function standardErrorOf(values: readonly number[]): number {
  const count = values.length
  const autocorrelation = lagOneAutocorrelation(values)
  const inflation = autocorrelation > 2 / Math.sqrt(count) ? (1 + autocorrelation) / (1 - autocorrelation) : 1
  return Math.sqrt((varianceOf(values) / count) * inflation)
}

/** How much each value resembles the one before it: -1 to 1; 0 where nothing varies. */
export function lagOneAutocorrelation(values: readonly number[]): number {
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
