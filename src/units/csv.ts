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
