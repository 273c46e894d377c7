/**
 * Comma-separated values (RFC 4180).
 */

/** A cell of a table; null is an empty cell. */
export type CsvCell = string | number | null

/** Spreadsheets treat text that begins like this as a formula. A leading apostrophe prevents that. */
const formulaStart = /^[=+\-@\t\r]/

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

/** The trimmed cells of one line. Quoted cells may contain separators, but no line breaks. */
export function splitCsvLine(line: string, separator: string): string[] {
  const cells: string[] = []
  let [cell, isQuoted] = ['', false]
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index] ?? ''
    if (isQuoted && character === '"' && line[index + 1] === '"') {
      cell += '"'
      index += 1
    } else if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += character
  }
  return [...cells, cell.trim()]
}
