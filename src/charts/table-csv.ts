/**
 * Formats the table of a chart as CSV (RFC 4180). Numbers are not rounded, and the headings name their base units.
 */
import type { DataTable, TableCell } from './chart-description.ts'
import type { ValueFormat } from './value-format.ts'

const units: Readonly<Partial<Record<ValueFormat, string>>> = {
  'bytes-per-sec': 'bytes/s',
  'records-per-sec': 'records/s',
  bytes: 'bytes',
  seconds: 's',
  'duration-ms': 'ms',
  'latency-us': 'µs',
}

/** The table as CSV text. The first line has the headings with their units. */
export function tableCsv({ columns, rows }: DataTable): string {
  const headings = columns.map(({ label, format }) => {
    const unit = units[format]
    return unit === undefined ? label : `${label} (${unit})`
  })
  return [headings, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: TableCell): string {
  if (value === null) return ''
  const text = String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
