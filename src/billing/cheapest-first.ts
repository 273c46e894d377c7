/**
 * Sorts bills by their total.
 */
import type { Bill } from './compute-bill.ts'

/** The fields that tell whether the total of a bill is meaningful. */
type Known = Pick<Bill, 'totalPerMonth' | 'isComplete' | 'missing'>

/**
 * Sorts complete bills first, then incomplete ones with a total, then the others; within each of these by currency, by
 * the high end of the total, and by offering.
 */
export function cheapestFirst<Entry extends Known & Pick<Bill, 'currency' | 'offering'>>(
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

/**
 * True if the total would be misleading. A total of 0 with unknown charges would look free. A total without the price of
 * the units, for example of traffic between zones alone, would look cheap.
 */
export function isUnknown({ totalPerMonth, isComplete, missing }: Known): boolean {
  return (
    totalPerMonth === null ||
    (!isComplete && totalPerMonth.high === 0) ||
    missing.some(({ charge }) => charge === 'units')
  )
}

function rankOf(bill: Known): number {
  if (isUnknown(bill)) return 2
  return bill.isComplete ? 0 : 1
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
