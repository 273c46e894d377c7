/**
 * The order of bills.
 */
import type { Bill } from './bill.ts'

/** Complete bills first, then those with a total; by currency, then by the high end of the total; then by name. */
export function cheapestFirst<Entry extends Pick<Bill, 'totalPerMonth' | 'isComplete' | 'currency' | 'offering'>>(
  bills: readonly Entry[],
): Entry[] {
  return [...bills].sort(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      compareText(one.currency ?? '', other.currency ?? '') ||
      (one.totalPerMonth?.high ?? 0) - (other.totalPerMonth?.high ?? 0) ||
      compareText(one.offering, other.offering),
  )
}

/** True if all that costs something is unknown: a total of 0 would look free. */
export function isUnknown({ totalPerMonth, isComplete }: Pick<Bill, 'totalPerMonth' | 'isComplete'>): boolean {
  return totalPerMonth === null || (!isComplete && totalPerMonth.high === 0)
}

function rankOf(bill: Pick<Bill, 'totalPerMonth' | 'isComplete'>): number {
  if (isUnknown(bill)) return 2
  return bill.isComplete ? 0 : 1
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
