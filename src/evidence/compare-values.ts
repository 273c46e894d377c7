/**
 * Tests whether two sets of values differ. Each value is the mean of one run. Windows of one run must not be used as
 * values. They are not independent, because they share the run's partition leaders and the state of its machine.
 */
import type { SetSummary } from '../contracts/run-comparison.ts'
import { meanOf, varianceOf } from '../measurement/batch-means.ts'
import { studentT } from '../measurement/student-t-quantile.ts'

/** A test needs at least this many runs in each set. */
export const minRunsForTest = 4

/** Relative differences below this have no practical significance, however certain they are. A rule of thumb. */
export const minPracticalEffect = 0.03

/** The difference between two sets of values, and the outcome of the test. */
export interface ValueComparison {
  readonly one: SetSummary
  readonly other: SetSummary
  /** Mean of the other set / mean of the first - 1; null if the first mean is 0. */
  readonly effect: number | null
  /** 95 % interval of the effect; null if it was not tested. */
  readonly effectInterval: { readonly low: number; readonly high: number } | null
  readonly outcome: 'different' | 'not-told-apart' | 'no-practical-difference' | 'too-few-runs'
}

/**
 * Compares two sets by Welch's t-test (B. L. Welch, Biometrika 34, 1947), which allows different variances. Neither set
 * may be empty. The interval of the ratio treats the first mean, its denominator, as exact, which is an approximation.
 */
export function compareValues(left: readonly number[], right: readonly number[]): ValueComparison {
  const [one, other] = [summarise(left), summarise(right)]
  if (one.mean === 0) return { one, other, effect: null, effectInterval: null, outcome: 'too-few-runs' }
  const effect = other.mean / one.mean - 1
  const isTested = Math.min(one.runs, other.runs) >= minRunsForTest
  const effectInterval = isTested ? intervalAround(effect, welchHalfWidth(left, right) / one.mean) : null
  return { one, other, effect, effectInterval, outcome: outcomeOf(effect, effectInterval) }
}

function outcomeOf(effect: number, interval: ValueComparison['effectInterval']): ValueComparison['outcome'] {
  if (Math.abs(effect) < minPracticalEffect) return 'no-practical-difference'
  if (interval === null) return 'too-few-runs'
  return interval.low > 0 || interval.high < 0 ? 'different' : 'not-told-apart'
}

/** Half the 95 % interval of the difference of means. */
function welchHalfWidth(left: readonly number[], right: readonly number[]): number {
  const [leftShare, rightShare] = [varianceOf(left) / left.length, varianceOf(right) / right.length]
  const variance = leftShare + rightShare
  if (variance === 0) return 0
  // Welch-Satterthwaite degrees of freedom. The table rounds them down, which makes the interval wider, not narrower.
  const degrees = variance ** 2 / (leftShare ** 2 / (left.length - 1) + rightShare ** 2 / (right.length - 1))
  return studentT('95 %', degrees) * Math.sqrt(variance)
}

function intervalAround(middle: number, halfWidth: number): { low: number; high: number } {
  return { low: middle - halfWidth, high: middle + halfWidth }
}

function summarise(values: readonly number[]): SetSummary {
  const mean = meanOf(values)
  const isSpreadKnown = values.length > 1 && mean > 0
  return {
    runs: values.length,
    mean,
    lowest: Math.min(...values),
    highest: Math.max(...values),
    relativeSpread: isSpreadKnown ? Math.sqrt(varianceOf(values)) / mean : null,
  }
}
