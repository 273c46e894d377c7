/**
 * Escapes text for Markdown, so that nothing in the text becomes markup.
 */

/** Characters that are markup inside a line, by CommonMark and GitHub. */
const inlineMarkup = /[\\`*[\]<>~#$]/g
/** Matches the first character of an HTML character reference, such as `&amp;`. */
const htmlReference = /&(?=#?\w+;)/g
/** Matches underscores at the edge of a word, where they mean emphasis. */
const edgeUnderscore = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
/** Matches the mark of a list, heading or rule at the start of a line. */
const lineStart = /^(\s*)([-+=]|\d+[.)])(?=\s|$|[-+=])/

/** Escaped text on one line. */
export function plainText(text: string): string {
  return oneLine(text)
    .replace(inlineMarkup, '\\$&')
    .replace(htmlReference, '\\&')
    .replace(edgeUnderscore, '\\_')
    .replace(lineStart, (_, space: string, sign: string) =>
      /^\d/.test(sign) ? `${space}${sign.slice(0, -1)}\\${sign.slice(-1)}` : `${space}\\${sign}`,
    )
}

/** Markdown for a cell of a table. Bars are escaped, because a bar would end the cell even inside code. */
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
  // Each run of spaces is matched once. A pattern that also looks for a line break would take quadratic time on a
  // malicious text with a million spaces.
  return text.replace(/\s+/g, (spaces) => (/[\r\n\u2028\u2029]/.test(spaces) ? ' ' : spaces))
}

function longestRun(text: string): number {
  // Not Math.max(...lengths): a text with a hundred thousand runs would overflow the stack.
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}
