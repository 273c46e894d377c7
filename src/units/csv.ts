/**
 * Comma-separated values (RFC 4180).
 */

/** A cell of a table; null is an empty cell. */
export type CsvCell = string | number | null

/** Spreadsheets take text that begins like this for a formula, even in full-width characters. An apostrophe prevents that. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formulaStart.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as CSV text. The first row should name the columns. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

/** The trimmed cells of one row. Quoted cells may contain separators. */
export function splitCsvLine(line: string, separator: string): string[] {
  const cells: string[] = []
  // The cell so far, without quotation marks, and where the rest of it begins. Slices are fast on a line of megabytes.
  let [cell, from, isQuoted] = ['', 0, false]
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index] ?? ''
    if (isQuoted && character === '"' && line[index + 1] === '"') {
      cell += line.slice(from, index + 1)
      index += 1
      from = index + 1
    } else if (character === '"') {
      cell += line.slice(from, index)
      from = index + 1
      isQuoted = !isQuoted
    } else if (character === separator && !isQuoted) {
      cells.push(`${cell}${line.slice(from, index)}`.trim())
      cell = ''
      from = index + 1
    }
  }
  return [...cells, `${cell}${line.slice(from)}`.trim()]
}

/** A row of a table, and the index of its first line. */
export interface CsvRow {
  readonly line: string
  readonly index: number
}

/**
 * The position of a character in a row: at the start of a cell, in an unquoted cell, in a quoted cell, or after its
 * closing quotation mark.
 */
type CellState = 'begin' | 'plain' | 'quoted' | 'closed'

/** Splits text into the rows of a table. Line breaks inside a quoted cell become spaces. */
export function csvRows(text: string, separator: string): CsvRow[] {
  const lines = text.split(/\r\n|\n|\r/)
  const rows: CsvRow[] = []
  let [first, state]: [number, CellState] = [0, 'begin']
  for (const [index, line] of lines.entries()) {
    state = stateAfter(line, separator, state === 'quoted' ? 'quoted' : 'begin')
    if (state === 'quoted') continue
    rows.push({ line: lines.slice(first, index + 1).join(' '), index: first })
    first = index + 1
  }
  // A quotation mark that is never closed is treated as text, so its lines are separate rows.
  return [...rows, ...lines.slice(first).map((line, offset) => ({ line, index: first + offset }))]
}

function stateAfter(line: string, separator: string, before: CellState): CellState {
  let state = before
  for (const character of line) {
    if (state === 'quoted') state = character === '"' ? 'closed' : 'quoted'
    else if (character === separator) state = 'begin'
    else if (character === '"' && state !== 'plain') state = 'quoted'
    else if (state === 'begin' && character.trim() !== '') state = 'plain'
  }
  return state
}
