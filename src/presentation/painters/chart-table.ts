/**
 * The values of a chart as a table, thinned if they are many.
 */
import type { ChartDescription } from '../../charts/chart-description.ts'
import { formatValue } from '../../charts/value-format.ts'
import { type Table, table } from '../document.ts'

/** A chart's values, and how they were thinned. */
export interface ChartTable {
  readonly table: Table
  /** "Every 6th row of 3600; …"; null if all rows are shown. */
  readonly thinned: string | null
}

/** Every n-th row of a chart's table, so that there are at most `mostRows`: the CSV holds every second. */
export function chartTable({ title, table: data }: ChartDescription, mostRows: number): ChartTable {
  const { columns, rows } = data
  const step = Math.max(1, Math.ceil(rows.length / mostRows))
  const formatOf = (index: number) => columns[index]?.format ?? 'text'
  const isNumber = (index: number): boolean => formatOf(index) !== 'text'
  return {
    table: table(
      title,
      columns.map((column, index) => ({ content: column.label, isNumber: isNumber(index) })),
      rows
        .filter((_, index) => index % step === 0)
        .map((row) =>
          row.map((value, index) => ({ content: formatValue(value, formatOf(index)), isNumber: isNumber(index) })),
        ),
    ),
    thinned: step === 1 ? null : `Every ${ordinal(step)} row of ${rows.length}; the CSV file holds them all.`,
  }
}

const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' })

function ordinal(value: number): string {
  return `${value}${endings[ordinalRules.select(value)] ?? 'th'}`
}
