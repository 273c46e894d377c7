import type { DataTable } from '../../charts/chart-description.ts'
import { formatValue } from '../../charts/value-format.ts'
import { reachByKeys } from './reach-by-keys.ts'

/** A table with more columns than this may be wider than its pane, so it can be scrolled. */
const maxNarrowColumns = 6

/** The numbers of a chart as a table. */
export function DataTableView({ title, table }: { readonly title: string; readonly table: DataTable }) {
  const isWide = table.columns.length > maxNarrowColumns
  return (
    <section
      className={isWide ? 'data-table is-wide' : 'data-table'}
      aria-label={`${title}: the numbers`}
      ref={isWide ? reachByKeys : null}
    >
      <table>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column.id} scope="col" className={column.format === 'text' ? undefined : 'is-number'}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={String(row[0])}>
              {table.columns.map((column, index) => (
                <td key={column.id} className={column.format === 'text' ? undefined : 'is-number'}>
                  {formatValue(row[index] ?? null, column.format)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
