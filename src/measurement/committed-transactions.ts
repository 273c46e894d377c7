/**
 * Counts the transactions that producers committed and aborted, and how long a commit took.
 */
import type { Result } from '../contracts/result.ts'
import type { Sample } from '../contracts/sample.ts'

/** Transactions that ended in these seconds; null if no producer has any. */
export function transactionsOver(seconds: readonly Sample[]): NonNullable<Result['transactions']> | null {
  const all = seconds.flatMap(({ producers }) => producers.flatMap(({ transactions }) => transactions ?? []))
  if (all.length === 0) return null
  const sum = (read: (transactions: (typeof all)[number]) => number) =>
    all.reduce((total, each) => total + read(each), 0)
  const loadSec = seconds.reduce((total, { durationMs }) => total + durationMs, 0) / 1000
  const committed = sum((each) => each.committed)
  return {
    committed,
    aborted: sum((each) => each.aborted),
    committedPerSec: loadSec === 0 ? 0 : committed / loadSec,
    markersPerSec: loadSec === 0 ? 0 : sum((each) => each.markers) / loadSec,
    commitMeanMs: committed === 0 ? null : sum((each) => each.commitMs) / committed,
  }
}
