/**
 * Hosts as a table in a model file. It has one row per host, with cells in the order of the columns.
 */
import { z } from 'zod'
import { brokerHardware, type Host, host } from './hardware.ts'
import { plainMessage } from './plain-message.ts'
import { identifier } from './primitives.ts'
import { source } from './source.ts'

/** The field of a host that each column fills. */
const fieldOf = {
  id: ['id'],
  /** Left out: the id. */
  name: ['name'],
  cores: ['cores'],
  sustainedCores: ['sustainedCores'],
  memoryBytes: ['memoryBytes'],
  networkBytesPerSec: ['network', 'sustainedBytesPerSec'],
  networkBurstBytesPerSec: ['network', 'burstBytesPerSec'],
  volumeBytesPerSec: ['volumeBandwidth', 'sustainedBytesPerSec'],
  volumeBurstBytesPerSec: ['volumeBandwidth', 'burstBytesPerSec'],
  diskWriteBytesPerSec: ['localDisks', 'writeBytesPerSec'],
  diskCapacityBytes: ['localDisks', 'capacityBytes'],
  diskCount: ['localDisks', 'count'],
  /** The name of one of `sources`. */
  source: ['source'],
} as const satisfies Readonly<Record<string, readonly [string, string?]>>

const hostColumn = z.enum(Object.keys(fieldOf) as [Column, ...Column[]])
type Column = keyof typeof fieldOf

const requiredColumns: readonly Column[] = ['id', 'cores', 'source']

/** Hosts that share columns and sources. */
export const hostTable = z
  .strictObject({
    /** The meaning of the cells of a row; `id`, `cores` and `source` are required. */
    columns: z.array(hostColumn),
    /** Sources, by the names that the rows refer to. */
    sources: z.record(identifier, source),
    /** One host per row. An empty cell is null, and may be left out at the end of a row. */
    rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))).min(1),
  })
  .superRefine((table, context) => {
    const problemsOfColumns = columnProblems(table)
    for (const { path, message } of problemsOfColumns.length > 0 ? problemsOfColumns : rowProblems(table)) {
      context.addIssue({ code: 'custom', path: [...path], message })
    }
  })
export type HostTable = z.output<typeof hostTable>
type Row = HostTable['rows'][number]

/** Hardware as written in a file: hosts one by one, as a table, or both. */
export const writtenHardware = brokerHardware.extend({
  hosts: z.array(host).min(1).optional(),
  hostTable: hostTable.optional(),
})

/** Returns the hosts of a table that has been checked. */
export function hostsOf(table: HostTable): Host[] {
  return table.rows.map((row) => host.parse(plainHost(table, row)))
}

interface TableProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

function columnProblems({ columns }: HostTable): TableProblem[] {
  const missing = requiredColumns.filter((column) => !columns.includes(column))
  const duplicates = columns.flatMap((column, at) => (columns.indexOf(column) === at ? [] : [{ column, at }]))
  return [
    ...missing.map((column) => ({ path: ['columns'], message: `expected a column "${column}" among them` })),
    ...duplicates.map(({ column, at }) => ({
      path: ['columns', at],
      message: `a column "${column}" is there already`,
    })),
  ]
}

function rowProblems(table: HostTable): TableProblem[] {
  const idAt = table.columns.indexOf('id')
  /** Index of the first row with each id. */
  const firstOf = new Map<unknown, number>()
  return table.rows.flatMap((row, index) => {
    const id = row[idAt]
    const isFirst = !firstOf.has(id)
    if (isFirst) firstOf.set(id, index)
    const duplicate = { path: ['rows', index, idAt], message: `id: row ${firstOf.get(id)} already has this id` }
    return isFirst ? cellProblems(table, row, index) : [duplicate]
  })
}

function cellProblems(table: HostTable, row: Row, index: number): TableProblem[] {
  const { columns } = table
  if (row.length > columns.length) {
    return [{ path: ['rows', index], message: `expected at most ${columns.length} cells, one per column` }]
  }
  const issues = host.safeParse(plainHost(table, row), { error: plainMessage }).error?.issues ?? []
  const problems = issues.map(({ path, message }) => ({ column: columnAt(path), message }))
  // A host without a name is named by its id, so an invalid id is reported only once.
  const shown = problems.filter(({ column }) => column !== 'name' || problems.every((other) => other.column !== 'id'))
  return shown.map(({ column, message }) => {
    const at = columns.indexOf(column)
    const expected = column === 'source' ? 'expected the name of one of the sources' : message
    return {
      path: at < 0 ? ['rows', index] : ['rows', index, at],
      message: `${column} of ${row[columns.indexOf('id')] ?? 'a host'}: ${expected}`,
    }
  })
}

function columnAt(path: readonly PropertyKey[]): Column {
  const [field, inner] = path
  if (field === 'source') return 'source'
  const match = hostColumn.options.find((column) => fieldOf[column][0] === field && fieldOf[column][1] === inner)
  if (match === undefined) throw new Error(`no column fills ${path.join('.')}`)
  return match
}

/** Converts a row to the form of a host outside a table, without checking it. */
function plainHost({ columns, sources }: HostTable, row: Row): Readonly<Record<string, unknown>> {
  const plain: Record<string, unknown> = {}
  for (const [at, column] of columns.entries()) {
    const cell = row[at] ?? null
    if (cell === null) continue
    const [field, inner] = fieldOf[column]
    if (column === 'source') plain.source = Object.hasOwn(sources, cell) ? sources[cell] : undefined
    else plain[field] = inner === undefined ? cell : { ...Object(plain[field]), [inner]: cell }
  }
  return { name: plain.id, ...plain }
}
