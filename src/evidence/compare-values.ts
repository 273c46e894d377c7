/**
 * Do two sets of values differ, one value a run? Never windows of a run: windows share what their run had (its leaders,
 * its machine's mood), so that many of them prove little.
 */
import type { SetSummary } from '../contracts/run-comparison.ts'
import { meanOf } from '../measurement/batch-means.ts'
import { studentT } from '../measurement/student-t.ts'

/** Runs a side from which on a test says something. */
const leastRunsForTest = 4

/** Effects below this share of the mean are of no practical use, however sure. */
const practicalEffect = 0.03

/** What may be said of a difference, and on what it rests. */
export interface ValueComparison {
  readonly one: SetSummary
  readonly other: SetSummary
  readonly effect: number | null
  readonly effectInterval: { readonly low: number; readonly high: number } | null
  readonly outcome: 'different' | 'not-told-apart' | 'no-practical-difference' | 'too-few-runs'
}

/**
 * Two sets of values by Welch's test (B. L. Welch, Biometrika 34, 1947), which does not assume that both sets spread
 * alike. Neither set is empty. The interval leaves the first mean's own error out of the ratio: exact to first order.
 */
export function compareValues(left: readonly number[], right: readonly number[]): ValueComparison {
  const [one, other] = [summarise(left), summarise(right)]
  const effect = one.mean === 0 ? null : other.mean / one.mean - 1
  const isTested = effect !== null && Math.min(one.runs, other.runs) >= leastRunsForTest
  const halfWidth = isTested ? welchHalfWidth(left, right) / one.mean : null
  const effectInterval = halfWidth === null || effect === null ? null : around(effect, halfWidth)
  return { one, other, effect, effectInterval, outcome: outcomeOf(effect, effectInterval) }
}

function outcomeOf(effect: number | null, interval: ValueComparison['effectInterval']): ValueComparison['outcome'] {
  if (effect !== null && Math.abs(effect) < practicalEffect) return 'no-practical-difference'
  if (interval === null) return 'too-few-runs'
  return interval.low > 0 || interval.high < 0 ? 'different' : 'not-told-apart'
}

/** Half the 95 % interval of the difference of means. */
function welchHalfWidth(left: readonly number[], right: readonly number[]): number {
  const [leftShare, rightShare] = [varianceOf(left) / left.length, varianceOf(right) / right.length]
  const variance = leftShare + rightShare
  if (variance === 0) return 0
  // Welch and Satterthwaite's degrees of freedom; rounded down by the table, which is the careful side.
  const degrees = variance ** 2 / (leftShare ** 2 / (left.length - 1) + rightShare ** 2 / (right.length - 1))
  return studentT('95 %', degrees) * Math.sqrt(variance)
}

function around(middle: number, halfWidth: number): { low: number; high: number } {
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

function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
}
