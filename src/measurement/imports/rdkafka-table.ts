/**
 * Reads the table that `rdkafka_performance -u` prints: rows of totals since the start, with a header every few rows.
 */
import { excerpt } from './printed-lines.ts'
import type { LineProblem, ToolOutput } from './tool-output.ts'

/** Totals of a process since its start, at one time. */
export interface Totals {
  readonly line: number
  readonly role: 'producer' | 'consumer'
  readonly elapsedMs: number
  /** Messages handed to the client library by a producer, or received by a consumer. */
  readonly messages: number
  readonly bytes: number
  /** Messages that brokers acknowledged to a producer, or that a consumer received. */
  readonly delivered: number
  readonly failed: number
  /** Latency since the start; null unless the tool ran with `-l`. */
  readonly latency: { readonly meanMs: number; readonly maxMs: number } | null
}

/**
 * The rows of a text, and a problem for each row that does not fit its header. A row at the very end may be cut off.
 */
export function readTable({ text }: ToolOutput): { totals: Totals[]; problems: LineProblem[] } {
  const totals: Totals[] = []
  const problems: LineProblem[] = []
  const lines = text.split(/\r\n|\n|\r/)
  let columns: readonly string[] = []
  for (const [index, line] of lines.entries()) {
    const cells = cellsOf(line)
    if (cells === null) continue
    if (cells[0] === 'elapsed') columns = cells
    else if (columns.length > 0) {
      const row = rowOf(columns, cells, index + 1)
      if (row !== null) totals.push(row)
      else if (index < lines.length - 1) problems.push({ line: index + 1, message: expectation(columns, line) })
    }
  }
  return { totals, problems }
}

function cellsOf(line: string): string[] | null {
  if (!line.startsWith('|')) return null
  return line
    .slice(1)
    .split('|')
    .map((cell) => cell.trim())
}

function rowOf(columns: readonly string[], cells: readonly string[], line: number): Totals | null {
  const isWhole = cells.length === columns.length && cells.every((cell) => /^-?\d+(?:\.\d+)?$/.test(cell))
  if (!isWhole) return null
  const value = (name: string) => {
    const at = columns.indexOf(name)
    return at === -1 ? null : Number(cells[at])
  }
  const [elapsedMs, messages, bytes, delivered] = [value('elapsed'), value('msgs'), value('bytes'), value('dr')]
  if (elapsedMs === null || messages === null || bytes === null) return null
  const [meanMs, maxMs] = [value('lat_avg'), value('lat_hi')]
  return {
    ...{ line, elapsedMs, messages, bytes },
    role: delivered === null ? 'consumer' : 'producer',
    delivered: delivered ?? messages,
    failed: value('dr_err') ?? 0,
    latency: meanMs === null || maxMs === null ? null : { meanMs, maxMs },
  }
}

function expectation(columns: readonly string[], line: string): string {
  return `expected ${columns.length} numbers (${columns.join(', ')}), found ${excerpt(line)}`
}
