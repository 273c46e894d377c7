/**
 * The order of the offerings that carry a workload. Pure.
 */
import type { ComparedOffering } from '../../../capacity/compare-offerings.ts'
import type { FittingOffering } from '../../../presentation/sizing/compared-offerings.ts'

/** What the columns can be sorted by. */
export type SortKey = 'offering' | 'headroom' | 'fullest' | 'cost'

/** Sorted by a column; offerings without a value in it come last in both directions. */
export function sortRows(rows: readonly FittingOffering[], key: SortKey, isDescending: boolean): FittingOffering[] {
  const direction = isDescending ? -1 : 1
  return [...rows].sort((one, other) => {
    const [a, b] = [sortValue(one.best, key), sortValue(other.best, key)]
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
    return (a < b ? -1 : a > b ? 1 : 0) * direction
  })
}

function sortValue(row: ComparedOffering, key: SortKey): number | string | null {
  if (key === 'offering') return row.offeringName
  if (key === 'headroom') return row.headroom
  if (key === 'fullest') return row.fullest?.utilisation ?? null
  return row.cost?.perHour ?? null
}
