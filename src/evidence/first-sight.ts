/**
 * What was predicted of a published figure before anything was changed because of it.
 */
import type { BacktestedFirstSight } from '../contracts/backtest.ts'
import type { PublishedPoint } from '../contracts/evidence.ts'
import { isInside } from './backtest-scores.ts'

/** First sight of a point beside its figure; null where it is not known. */
export function firstSightOf({ firstSight, isCensored, value }: PublishedPoint): BacktestedFirstSight | null {
  if (firstSight === undefined) return null
  const { likely, low = null, high = null, date, commit = null, basis, changed = null } = firstSight
  const error = isCensored ? null : likely / value - 1
  return { likely, low, high, error, isInside: heldBy({ low, high }, value, isCensored), date, commit, basis, changed }
}

function heldBy(
  { low, high }: Pick<BacktestedFirstSight, 'low' | 'high'>,
  value: number,
  isCensored: boolean,
): boolean | null {
  if (low === null || high === null) return null
  return isCensored ? high >= value : isInside({ low, high }, value)
}
