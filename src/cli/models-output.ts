/**
 * The offerings as text.
 */
import type { BrokenFile } from '../contracts/broken-file.ts'
import type { LimitSet, Offering } from '../contracts/offering.ts'
import { alignColumns } from '../presentation/painters/columns.ts'
import { errorText } from './print-error.ts'

/** One line per offering, then the invalid files of the workspace with their problems. */
export function modelsListText(offerings: readonly Offering[], broken: readonly BrokenFile[]): string {
  const rows = offerings.map(({ id, name, tiers, limitSets }) => [
    id,
    name,
    tiers === undefined ? '' : String(tiers.length),
    datesOf(limitSets).join(', '),
  ])
  const table = alignColumns([['id', 'name', 'tiers', 'limits as of'], ...rows], [2])
  if (broken.length === 0) return table
  return `${table}\nBroken, and left out\n${broken.map(({ error }) => errorText(error)).join('')}`
}

/** Dates of limit sets without duplicates, oldest first. */
export function datesOf(limitSets: readonly LimitSet[]): string[] {
  return [...new Set(limitSets.map((set) => set.asOf))].sort()
}
