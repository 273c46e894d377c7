/**
 * First-sight predictions. They were made for a published figure before the model was changed because of the figure.
 */
import type { AwaitingPoint, BacktestedFirstSight } from '../contracts/backtest.ts'
import type { MeasuredPoint, PublishedPoint } from '../contracts/evidence.ts'
import { isInside } from './backtest-scores.ts'

/** The first-sight prediction of a point, compared with its published figure; null if none was recorded. */
export function firstSightOf({ firstSight, isCensored, value }: MeasuredPoint): BacktestedFirstSight | null {
  if (firstSight === undefined) return null
  const {
    likely,
    low = null,
    high = null,
    date,
    commit = null,
    basis,
    binding = null,
    changed = [],
    testsBands = false,
    testedBands = false,
  } = firstSight
  const error = isCensored ? null : likely / value - 1
  return {
    likely,
    low,
    high,
    error,
    isInside: isConsistent({ low, high }, value, isCensored),
    date,
    commit,
    basis,
    binding,
    changed,
    testsBands: testsBands || testedBands,
  }
}

/** The first-sight prediction of a point that awaits its figure; null if none was recorded. */
export function awaitedFirstSight({ firstSight }: PublishedPoint): AwaitingPoint['firstSight'] {
  if (firstSight === undefined) return null
  const { likely, low = null, high = null, date, commit = null, binding = null } = firstSight
  return { likely, low, high, date, commit, binding }
}

/**
 * True if the band contains the figure, or reaches a censored one, which is a lower bound. Null if there was no band.
 */
function isConsistent(
  { low, high }: Pick<BacktestedFirstSight, 'low' | 'high'>,
  value: number,
  isCensored: boolean,
): boolean | null {
  if (low === null || high === null) return null
  return isCensored ? high >= value : isInside({ low, high }, value)
}
