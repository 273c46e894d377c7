/**
 * Sorts the offerings that carry a workload. Pure.
 */
import type { CostedOffering } from '../../../billing/compare-costs.ts'
import type { FittingOffering } from '../../../presentation/sizing/compared-offerings.ts'

/** The columns that can be sorted. */
export type SortKey = 'offering' | 'headroom' | 'fullest' | 'cost'

/** The offerings sorted by a column. Those without a value come last in both directions. */
export function sortRows(rows: readonly FittingOffering[], key: SortKey, isDescending: boolean): FittingOffering[] {
  const direction = isDescending ? -1 : 1
  return [...rows].sort((one, other) => {
    const [a, b] = [sortValue(one.best, key), sortValue(other.best, key)]
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
    return (a < b ? -1 : a > b ? 1 : 0) * direction
  })
}

function sortValue(row: CostedOffering, key: SortKey): number | string | null {
  if (key === 'offering') return row.offeringName
  if (key === 'headroom') return row.headroom
  if (key === 'fullest') return row.fullest?.utilisation ?? null
  // A total without all of its charges would look cheap.
  return row.bill?.isComplete === true ? (row.bill.totalPerMonth?.high ?? null) : null
}
