import type { DataTable } from '../../charts/chart-description.ts'
import { formatValue } from '../../charts/value-format.ts'

/** The numbers of a chart. */
export function DataTableView({ title, table }: { readonly title: string; readonly table: DataTable }) {
  return (
    <section className="data-table" aria-label={`${title}: the numbers`}>
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
