/**
 * Parses a CSV file whose columns the user has named. Each row is a period of a benchmark. Rates are weighted by the
 * period's length if a column contains it.
 */
import type { ImportColumn } from '../../contracts/import-columns.ts'
import type { ImportedClient } from '../../contracts/imported-run.ts'
import { splitCsvLine } from '../../units/csv.ts'
import { excerpt } from './printed-lines.ts'
import { toolNumber } from './tool-number.ts'
import { emptyPart, type LineProblem, type Parsing, type ToolOutput } from './tool-output.ts'

type Field = ImportColumn['field']

const separators = [',', ';', '\t'] as const

/** The values of one row in Headroom's units. */
type Period = Partial<Readonly<Record<Field, number>>>

/** The means of all rows as one producer and one consumer, or all problems of the file. */
export function parseCsvRows(output: ToolOutput, columns: readonly ImportColumn[]): Parsing {
  const lines = output.text.split(/\r\n|\n|\r/)
  const [heading = ''] = lines
  const columnsFoundWith = (separator: string) =>
    columns.filter((column) => indexOf(column, splitCsvLine(heading, separator)) >= 0).length
  // A heading may contain a comma, so the separator is the one with which most of the named columns are found.
  const separator = separators.reduce((best, candidate) =>
    columnsFoundWith(candidate) > columnsFoundWith(best) ? candidate : best,
  )
  const headers = splitCsvLine(heading, separator)
  const missing = columns.filter((column) => indexOf(column, headers) < 0)
  if (missing.length > 0) {
    const known = excerpt(headers.join(', '))
    const problems = missing.map(({ header }) => ({
      line: 1,
      message: `there is no column "${header}"; the columns are ${known}`,
    }))
    return { parts: [], problems }
  }
  const problems: LineProblem[] = []
  const periods: Period[] = []
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === '') continue
    const cells = splitCsvLine(line, separator)
    const extra = cells.slice(headers.length).some((cell) => cell.trim() !== '')
    if (cells.length < headers.length || extra) {
      const message = `expected ${headers.length} columns, as in the headings, found ${cells.length}`
      problems.push({ line: index + 1, message })
      continue
    }
    const values = columns.map((column) => readCell(column, cells[indexOf(column, headers)]))
    problems.push(
      ...values.flatMap((value) => (typeof value === 'string' ? [{ line: index + 1, message: value }] : [])),
    )
    periods.push(Object.fromEntries(values.flatMap((value) => (typeof value === 'string' ? [] : [value]))))
  }
  if (problems.length === 0 && periods.length === 0) problems.push({ line: 1, message: 'no row follows the headings' })
  return { parts: problems.length > 0 ? [] : clientsOf(periods, columns, output.name), problems }
}

/** Index of a column in the file: of the heading with the unit if there is one, else without it; -1 if neither exists. */
function indexOf({ header, headerWithUnit }: ImportColumn, headers: readonly string[]): number {
  const withUnit = headerWithUnit === undefined ? null : withoutSpace(headerWithUnit)
  const whole = headers.findIndex((each) => withoutSpace(each) === withUnit)
  return whole >= 0 ? whole : headers.indexOf(header)
}

/** A heading without the space before the unit's bracket, so that "in [MiB/s]" and "in[MiB/s]" are equal. */
function withoutSpace(header: string): string {
  return header.replaceAll(' [', '[')
}

/** The field and value of a cell, or what is wrong with the cell. */
function readCell(
  { field, header, factor }: ImportColumn,
  cell: string | undefined,
): readonly [Field, number] | string {
  const value = cell === undefined ? null : toolNumber(cell)
  if (value !== null && value >= 0 && (field !== 'durationMs' || value > 0)) return [field, value * factor]
  const expected = field === 'durationMs' ? 'a number above zero' : 'a number, zero or more'
  return `${header}: expected ${expected}, found ${excerpt(cell ?? '')}`
}

function clientsOf(periods: readonly Period[], columns: readonly ImportColumn[], file: string): ImportedClient[] {
  const fields = columns.map(({ field }) => field)
  const clientOf = (role: ImportedClient['role'], clientFields: readonly Field[]): ImportedClient[] => {
    if (!clientFields.some((field) => fields.includes(field))) return []
    const [records, payload, wire] = clientFields.map((field) => meanOver(periods, field))
    return [
      {
        ...emptyPart({ tool: 'CSV', role, file, line: 1 }),
        durationMs: fields.includes('durationMs')
          ? periods.reduce((sum, period) => sum + (period.durationMs ?? 0), 0)
          : null,
        recordsPerSec: role === 'producer' ? (records ?? null) : null,
        payloadBytesPerSec: payload ?? null,
        wireBytesPerSec: wire ?? null,
        notes: [`Its figures are the mean of ${periods.length} row${periods.length === 1 ? '' : 's'}.`],
      },
    ]
  }
  return [
    ...clientOf('producer', ['recordsPerSec', 'ingressPayloadBytesPerSec', 'ingressWireBytesPerSec']),
    ...consumersOf(clientOf),
  ]
}

/**
 * The consumer's figures. The file can have no column of consumed records, because the five figures count only written
 * ones. So the first field is a placeholder: its value is not used.
 */
function consumersOf(
  clientOf: (role: ImportedClient['role'], clientFields: readonly Field[]) => ImportedClient[],
): ImportedClient[] {
  return clientOf('consumer', ['egressPayloadBytesPerSec', 'egressPayloadBytesPerSec', 'egressWireBytesPerSec'])
}

/** The mean of a field, weighted by the periods' lengths if they are known; null if a period has no value. */
function meanOver(periods: readonly Period[], field: Field): number | null {
  let [sum, totalWeight] = [0, 0]
  for (const period of periods) {
    const value = period[field]
    if (value === undefined) return null
    const weight = period.durationMs ?? 1
    sum += value * weight
    totalWeight += weight
  }
  return totalWeight === 0 ? null : sum / totalWeight
}
