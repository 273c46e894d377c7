/**
 * The order of bills.
 */
import type { Bill } from './bill.ts'

/** What tells whether a total says what the deployment costs. */
type Known = Pick<Bill, 'totalPerMonth' | 'isComplete' | 'missing'>

/** Complete bills first, then those with a total; by currency, then by the high end of the total; then by name. */
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
 * True if all that costs something is unknown: a total of 0 would look free. Also if the price of the units is unknown: a
 * total of what is beside them, such as traffic between zones, would look cheap.
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
