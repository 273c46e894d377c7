/**
 * Lays out a table as text of bounded width. Headings, texts and notes below a number wrap inside their columns. Numbers
 * never wrap.
 */
import type { Cell, Table } from '../document.ts'
import { linesOf } from './columns.ts'
import { plainLines } from './plain-content.ts'

const gap = '  '

/** Minimum width of a column of text, unless all its texts are shorter. */
const minTextWidth = 14

/** Indentation of a row name's further lines, so that they are not mistaken for rows. */
const continuation = '  '

/** A row name that would need more lines is printed above its row. */
const maxNameLines = 2

/** The lines of a table. They have at most `width` characters, unless the numbers alone need more. */
export function tableLines({ headings, rows }: Pick<Table, 'headings' | 'rows'>, width: number): string[] {
  const widths = fittedWidths([headings, ...rows], width)
  const isRight = headings.map(({ isNumber }) => isNumber)
  if (isCrowded(headings, rows, widths) || widthOf(widths) > width) return stackedLines({ headings, rows }, width)
  const lines = (cells: readonly Cell[]) => rowLines(cells, widths, isRight)
  return [...groupLine(headings, widths), ...lines(headings), ...rows.flatMap(lines)]
}

/** True if names of rows would be squeezed into a narrow column. */
function isCrowded(headings: Table['headings'], rows: Table['rows'], [width = 0]: readonly number[]): boolean {
  if (headings.length < 3 || headings[0]?.isNumber !== false) return false
  return rows.some(
    ([name]) => name !== undefined && plainLines(name.content).some(({ length }) => length > maxNameLines * width),
  )
}

/** The table without its first column, whose cells are printed above their rows. */
function stackedLines({ headings, rows }: Pick<Table, 'headings' | 'rows'>, width: number): string[] {
  const widths = fittedWidths(
    [headings, ...rows].map((cells) => cells.slice(1)),
    width - continuation.length,
  )
  const isRight = headings.slice(1).map(({ isNumber }) => isNumber)
  const lines = (cells: readonly Cell[]) => rowLines(cells, widths, isRight).map((line) => `${continuation}${line}`)
  return [
    ...plainLines(headings[0]?.content ?? ''),
    ...groupLine(headings.slice(1), widths).map((line) => `${continuation}${line}`),
    ...lines(headings.slice(1)),
    ...rows.flatMap(([name, ...cells]) => [
      ...plainLines(name?.content ?? '').flatMap((line) => wrapped(line, width, true)),
      ...lines(cells),
    ]),
  ]
}

function widthOf(widths: readonly number[]): number {
  return widths.reduce((sum, each) => sum + each + gap.length, -gap.length)
}

/**
 * The widths of the columns: those of their longest texts if there is room. Otherwise columns are narrowed towards their
 * minimum widths, the one farthest above its minimum first.
 */
function fittedWidths([headings = [], ...rows]: readonly (readonly Cell[])[], width: number): number[] {
  const lengths = (cells: readonly (Cell | undefined)[]) =>
    cells.flatMap((cell) => (cell === undefined ? [] : plainLines(cell.content).map(({ length }) => length)))
  const widths = headings.map((heading, column) =>
    Math.max(0, ...lengths([heading]), ...lengths(rows.map((row) => row[column]))),
  )
  const minWidths = headings.map((heading, column) => {
    const cells = rows.map((row) => row[column])
    const body = Math.max(0, ...lengths(cells))
    const numbers = heading.isNumber ? cells.map((cell) => plainLines(cell?.content ?? '')[0]?.length ?? 0) : []
    const words = plainLines(heading.content).flatMap((line) => line.split(' '))
    return Math.max(Math.min(body, minTextWidth), ...numbers, ...words.map(({ length }) => length))
  })
  let excess = widthOf(widths) - width
  while (excess > 0) {
    const slack = widths.map((each, column) => each - (minWidths[column] ?? 0))
    const loosest = slack.indexOf(Math.max(...slack))
    if (loosest < 0 || (slack[loosest] ?? 0) <= 0) break
    widths[loosest] = (widths[loosest] ?? 0) - 1
    excess -= 1
  }
  return widths
}

/** The lines of one row, as many as its highest cell needs. */
function rowLines(cells: readonly Cell[], widths: readonly number[], isRight: readonly boolean[]): string[] {
  const texts = cells.map((cell, column) => cellLines(cell, widths[column] ?? 0, column === 0 && isRight[0] === false))
  const height = Math.max(0, ...texts.map(({ length }) => length))
  return Array.from({ length: height }, (_, index) =>
    texts
      .map((lines, column) => {
        const [text, width] = [lines[index] ?? '', widths[column] ?? 0]
        return isRight[column] === true ? text.padStart(width) : text.padEnd(width)
      })
      .join(gap)
      .trimEnd(),
  )
}

function cellLines({ content }: Cell, width: number, isName: boolean): string[] {
  return plainLines(content).flatMap((line) => wrapped(line, width, isName))
}

/** A text wrapped to its column. Words that are wider than the column are split. */
function wrapped(text: string, width: number, isName: boolean): string[] {
  if (text.length <= width) return [text]
  const indent = isName ? continuation : ''
  const room = Math.max(1, width - indent.length)
  const words = text.split(' ').flatMap((word) => (word.length <= room ? [word] : chunksOf(word, room)))
  const [first = '', ...others] = linesOf(words.join(' '), room)
  return [first, ...others.map((line) => `${indent}${line}`)]
}

function chunksOf(word: string, length: number): string[] {
  return Array.from({ length: Math.ceil(word.length / length) }, (_, index) =>
    word.slice(index * length, (index + 1) * length),
  )
}

/** A line with the headings of column groups, each above its first column. Empty without groups. */
function groupLine(headings: Table['headings'], widths: readonly number[]): string[] {
  let line = ''
  let start = 0
  for (const [column, { group }] of headings.entries()) {
    if (group !== undefined && group !== headings[column - 1]?.group) {
      line = `${line.padEnd(Math.max(start, line === '' ? 0 : line.length + gap.length))}${group}`
    }
    start += (widths[column] ?? 0) + gap.length
  }
  return line === '' ? [] : [line]
}
