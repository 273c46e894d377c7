/**
 * Comma-separated values (RFC 4180).
 */

/** A cell; null is empty. */
export type CsvCell = string | number | null

/** Spreadsheets run text that begins so as a formula; a leading apostrophe keeps it text. */
const formulaStart = /^[=+\-@\t\r]/

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formulaStart.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as text; the first row names the columns. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

/** The cells of a line, trimmed. A quoted cell holds no line end. */
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
