/**
 * Lines of a properties file: Java's own syntax (java.util.Properties), or the plain one of librdkafka's tools. Pure.
 */

/** One setting and the line on which it begins, counted from 1. */
export interface PropertyEntry {
  readonly key: string
  /** Without white space at either end: Kafka's clients drop it too. */
  readonly value: string
  readonly line: number
}

/** What is wrong on a line; null where the text as a whole lacks something. */
export interface LineProblem {
  readonly line: number | null
  readonly message: string
}

/** Entries in their order, and lines that cannot be read. */
export interface PropertiesReading {
  readonly entries: readonly PropertyEntry[]
  readonly problems: readonly LineProblem[]
}

interface LogicalLine {
  readonly text: string
  readonly line: number
}

const newline = /\r\n|\r|\n/

/**
 * Reads Java's syntax: `#` and `!` begin comments, a backslash at the end of a line continues it, a key ends at the
 * first `=`, `:` or space that no backslash precedes, and `\t \n \r \f \uXXXX` stand for characters.
 */
export function readJavaProperties(text: string): PropertiesReading {
  const entries: PropertyEntry[] = []
  const problems: LineProblem[] = []
  for (const { text: content, line } of logicalLines(text)) {
    const { key, value } = splitEntry(content)
    const [shownKey, shownValue] = [readEscapes(key), readEscapes(value)]
    if (shownKey === null || shownValue === null) {
      const message = 'after \\u four hexadecimal digits are expected; a backslash itself is written \\\\'
      problems.push({ line, message })
    } else entries.push({ key: shownKey, value: shownValue.trim(), line })
  }
  return { entries, problems }
}

/** Reads librdkafka's syntax: `key=value` a line, `#` begins comments, a backslash is a character like any other. */
export function readPlainProperties(text: string): PropertiesReading {
  const entries: PropertyEntry[] = []
  const problems: LineProblem[] = []
  for (const [index, content] of text.split(newline).entries()) {
    const trimmed = content.trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    const at = trimmed.indexOf('=')
    const line = index + 1
    if (at > 0) entries.push({ key: trimmed.slice(0, at).trim(), value: trimmed.slice(at + 1).trim(), line })
    else problems.push({ line, message: 'expected key=value' })
  }
  return { entries, problems }
}

/** Natural lines joined where one ends in an odd number of backslashes; comments and empty lines left out. */
function logicalLines(text: string): LogicalLine[] {
  const natural = text.split(newline)
  const lines: LogicalLine[] = []
  for (let index = 0; index < natural.length; index += 1) {
    const line = index + 1
    let content = withoutLeadingSpace(natural[index] ?? '')
    if (content === '' || content.startsWith('#') || content.startsWith('!')) continue
    while (isContinued(content) && index + 1 < natural.length) {
      index += 1
      content = content.slice(0, -1) + withoutLeadingSpace(natural[index] ?? '')
    }
    lines.push({ text: isContinued(content) ? content.slice(0, -1) : content, line })
  }
  return lines
}

function withoutLeadingSpace(line: string): string {
  return line.replace(/^[ \t\f]+/, '')
}

function isContinued(line: string): boolean {
  const trailing = /\\+$/.exec(line)?.[0].length ?? 0
  return trailing % 2 === 1
}

/** The key up to an unescaped separator; then spaces, one `=` or `:` at most, spaces; the rest is the value. */
function splitEntry(line: string): { readonly key: string; readonly value: string } {
  const [key = ''] = /^(?:\\.|[^\\=: \t\f])*/.exec(line) ?? []
  return { key, value: line.slice(key.length).replace(/^[ \t\f]*[=:]?[ \t\f]*/, '') }
}

const named: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' }

/** Null where `\u` is not followed by four hexadecimal digits. */
function readEscapes(text: string): string | null {
  if (/(?<!\\)(?:\\\\)*\\u(?![0-9a-fA-F]{4})/.test(text)) return null
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_all, code: string | undefined, char: string | undefined) =>
    code === undefined ? (named[char ?? ''] ?? char ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
