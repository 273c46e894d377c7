/**
 * Text as Markdown that shows exactly this text: nothing in it becomes markup.
 */

/** Characters with a meaning inside a line of Markdown, by CommonMark and GitHub. */
const inlineMeaning = /[\\`*[\]<>~#$]/g
const htmlReference = /&(?=#?\w+;)/g
/** Emphasis by underscores needs an edge of a word. */
const edgeUnderscore = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
const lineStart = /^(\s*)([-+=]|\d+[.)])(?=\s|$|[-+=])/

/** A text on one line. */
export function plainText(text: string): string {
  return oneLine(text)
    .replace(inlineMeaning, '\\$&')
    .replace(htmlReference, '\\&')
    .replace(edgeUnderscore, '\\_')
    .replace(lineStart, (_, space: string, sign: string) =>
      /^\d/.test(sign) ? `${space}${sign.slice(0, -1)}\\${sign.slice(-1)}` : `${space}\\${sign}`,
    )
}

/** Markdown for a cell of a table: an unescaped bar would end the cell, even inside code. */
export function tableText(markdown: string): string {
  return markdown.replaceAll('|', '\\|')
}

/** A text as code inside a line. */
export function codeSpan(text: string): string {
  const line = oneLine(text)
  const fence = '`'.repeat(longestRun(line) + 1)
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${fence}${pad}${line}${pad}${fence}`
}

/** A text of several lines as a fenced code block. */
export function fencedCode(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}\n${text}\n${fence}`
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ')
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
