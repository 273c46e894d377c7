/**
 * A CSV file whose columns a person named. Each row is a period of the benchmark; rates are weighted by its length if
 * a column contains it.
 */
import type { ImportColumn } from '../../contracts/import-columns.ts'
import type { ImportedClient } from '../../contracts/imported-run.ts'
import { splitCsvLine } from '../../units/csv.ts'
import { excerpt } from './printed-lines.ts'
import { toolNumber } from './tool-number.ts'
import { emptyPart, type LineProblem, type Parsing, type ToolOutput } from './tool-output.ts'

type Field = ImportColumn['field']

const separators = [',', ';', '\t'] as const

/** One period: values in Headroom's units. */
type Period = Partial<Readonly<Record<Field, number>>>

/** Both sides of a file's periods, or all that is wrong in it. */
export function parseCsvRows(output: ToolOutput, columns: readonly ImportColumn[]): Parsing {
  const lines = output.text.split(/\r\n|\n|\r/)
  const [heading = ''] = lines
  const found = (each: string) => columns.filter(({ header }) => splitCsvLine(heading, each).includes(header)).length
  // A heading may hold a comma: the separator is the one that makes the named columns appear.
  const separator = separators.reduce((best, each) => (found(each) > found(best) ? each : best))
  const headers = splitCsvLine(heading, separator)
  const missing = columns.filter(({ header }) => !headers.includes(header))
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
    const read = columns.map((column) => readCell(column, cells[headers.indexOf(column.header)]))
    problems.push(...read.flatMap((each) => (typeof each === 'string' ? [{ line: index + 1, message: each }] : [])))
    periods.push(Object.fromEntries(read.flatMap((each) => (typeof each === 'string' ? [] : [each]))))
  }
  if (problems.length === 0 && periods.length === 0) problems.push({ line: 1, message: 'no row follows the headings' })
  return { parts: problems.length > 0 ? [] : sides(periods, columns, output.name), problems }
}

function readCell(
  { field, header, factor }: ImportColumn,
  cell: string | undefined,
): readonly [Field, number] | string {
  const value = cell === undefined ? null : toolNumber(cell)
  if (value !== null && value >= 0 && (field !== 'durationMs' || value > 0)) return [field, value * factor]
  const wanted = field === 'durationMs' ? 'a number above zero' : 'a number, zero or more'
  return `${header}: expected ${wanted}, found ${excerpt(cell ?? '')}`
}

function sides(periods: readonly Period[], columns: readonly ImportColumn[], file: string): ImportedClient[] {
  const fields = columns.map(({ field }) => field)
  const side = (role: ImportedClient['role'], own: readonly Field[]): ImportedClient[] => {
    if (!own.some((field) => fields.includes(field))) return []
    const [records, payload, wire] = own.map((field) => mean(periods, field))
    return [
      {
        ...emptyPart({ tool: 'CSV', role, file, line: 1 }),
        durationMs: fields.includes('durationMs')
          ? periods.reduce((sum, each) => sum + (each.durationMs ?? 0), 0)
          : null,
        recordsPerSec: role === 'producer' ? (records ?? null) : null,
        payloadBytesPerSec: payload ?? null,
        wireBytesPerSec: wire ?? null,
        notes: [`Its figures are the mean of ${periods.length} row${periods.length === 1 ? '' : 's'}.`],
      },
    ]
  }
  return [
    ...side('producer', ['recordsPerSec', 'ingressPayloadBytesPerSec', 'ingressWireBytesPerSec']),
    ...consumerSide(side),
  ]
}

/** Consumers have no column of records: the five figures count records written. */
function consumerSide(
  side: (role: ImportedClient['role'], own: readonly Field[]) => ImportedClient[],
): ImportedClient[] {
  const own: readonly Field[] = ['egressPayloadBytesPerSec', 'egressPayloadBytesPerSec', 'egressWireBytesPerSec']
  return side('consumer', own)
}

function mean(periods: readonly Period[], field: Field): number | null {
  let [sum, weight] = [0, 0]
  for (const period of periods) {
    const value = period[field]
    if (value === undefined) return null
    const own = period.durationMs ?? 1
    sum += value * own
    weight += own
  }
  return weight === 0 ? null : sum / weight
}
