/**
 * `--column FIELD=HEADER [UNIT]` maps a column of a CSV file to a field.
 */
import { AppError, type Problem } from '../contracts/app-error.ts'
import { type ImportColumn, readImportColumn } from '../contracts/import-columns.ts'

/** Parses the values of `--column`. @throws AppError USAGE that lists every value that cannot be parsed */
export function readColumns(texts: readonly string[]): ImportColumn[] {
  const columns = texts.map((text) => ({ text, reading: readImportColumn(text) }))
  const problems: Problem[] = columns.flatMap(({ text, reading }) =>
    reading.ok ? [] : [{ place: `--column ${text}`, message: reading.problem }],
  )
  if (problems.length === 0) return columns.flatMap(({ reading }) => (reading.ok ? [reading.column] : []))
  throw new AppError('USAGE', 'headroom import: --column cannot be read.', {
    problems,
    remedy: 'For example: --column "ingressPayloadBytesPerSec=written [MiB/s]" --column recordsPerSec=rate',
  })
}
