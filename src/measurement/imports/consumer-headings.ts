/**
 * Compares the rows that `kafka-consumer-perf-test` printed with the line of headings above them.
 */
import type { PrintedLine } from './printed-lines.ts'
import type { LineProblem, ToolOutput } from './tool-output.ts'

const headingStart = /^(?:start\.time|time), /
/** Names of columns only. A heading that a terminal broke into lines continues with such lines. */
const columnNames = /^[A-Za-z][\w.]*(?:, *[A-Za-z][\w.]*)*,?$/

interface HeadingLine {
  readonly line: number
  readonly columns: number
}

/**
 * A problem for each row whose number of columns differs from that of the heading above it, because its values may then be
 * in the wrong columns. A row without a heading above it is not checked.
 */
export function headingProblems({ text }: ToolOutput, rows: readonly PrintedLine[]): LineProblem[] {
  const headings = headingsOf(text)
  return rows.flatMap((row) => {
    const heading = headings.findLast(({ line }) => line < row.line)
    const columns = row.text.split(/,\s+/).length
    // The script of the white paper prints lines with one value.
    if (heading === undefined || columns === 1 || columns === heading.columns) return []
    const message = `expected ${heading.columns} columns, as in the headings of line ${heading.line}, found ${columns}`
    return [{ line: row.line, message }]
  })
}

function headingsOf(text: string): HeadingLine[] {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim())
  return lines.flatMap((line, index) => {
    if (!headingStart.test(line)) return []
    const rest = lines.slice(index + 1)
    const end = rest.findIndex((next) => !columnNames.test(next) || headingStart.test(next))
    const whole = [line, ...(end === -1 ? rest : rest.slice(0, end))].join(' ')
    return [{ line: index + 1, columns: whole.split(/,\s*/).filter((name) => name !== '').length }]
  })
}
