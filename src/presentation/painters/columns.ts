/**
 * Arranges text in columns and in lines of bounded width.
 */

/** Width of running text: that of the terminal, between 40 and 100 characters. Longer lines are hard to read. */
export function textWidth(columns: number): number {
  return Math.max(40, Math.min(100, columns))
}

/** Rows as text columns, two spaces apart. `right` has the indexes of columns that are aligned to the right. */
export function alignColumns(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, text] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, text.length)
  }
  return rows
    .map((row) =>
      row
        .map((text, column) => {
          const width = widths[column] ?? 0
          return right.includes(column) ? text.padStart(width) : text.padEnd(width)
        })
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}

/** Matches the space between a number and its unit, which stay on one line: "94 %", "148.4 MB/s", "3,751.12 USD". */
const beforeUnit =
  /(?<=\d) (?=(?:%|[A-Z]{3}|[kKMGTP]?i?B(?:\/s)?|records\/s|requests\/s|ms|us|s|min|h)(?:[\s,;:.)]|$))/g

/** The no-break space. */
const noBreakSpace = '\u00a0'

/**
 * Lines of at most `width` characters; a longer word gets a line of its own. Numbers stay on one line with their units.
 */
export function linesOf(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.replaceAll(beforeUnit, noBreakSpace).split(/[^\S\u00a0]+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line].map((each) => each.replaceAll(noBreakSpace, ' '))
}

/** Text broken into lines of at most `width` characters, each after `indent`. */
export function wrapText(text: string, width: number, indent = ''): string {
  return linesOf(text, width - indent.length)
    .map((line) => `${indent}${line}\n`)
    .join('')
}
