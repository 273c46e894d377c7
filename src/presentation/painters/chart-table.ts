/**
 * Makes a table of a chart's values. If there are many, only every n-th row is shown.
 */
import type { ChartDescription } from '../../charts/chart-description.ts'
import { formatValue } from '../../charts/value-format.ts'
import { type Table, table } from '../document.ts'

/** A table of a chart's values. */
export interface ChartTable {
  readonly table: Table
  /** A note such as "Every 6th row of 3600; …"; null if all rows are shown. */
  readonly thinned: string | null
}

/** Every n-th row of a chart's values, so that there are at most `maxRows`. */
export function chartTable({ title, table: data }: ChartDescription, maxRows: number): ChartTable {
  const { columns, rows } = data
  const step = Math.max(1, Math.ceil(rows.length / maxRows))
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
    thinned:
      step === 1
        ? null
        : `Every ${ordinal(step)} row of ${rows.length}; the CSV or JSON file of the report has all of them.`,
  }
}

const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' })

function ordinal(value: number): string {
  return `${value}${endings[ordinalRules.select(value)] ?? 'th'}`
}
