/**
 * Formats the table of a chart as CSV (RFC 4180). Numbers are not rounded, and the headings name their base units.
 */
import { csvText } from '../units/csv.ts'
import type { DataTable } from './chart-description.ts'
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
  return csvText([headings, ...rows])
}
