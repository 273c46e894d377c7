/**
 * Parses properties files in two syntaxes: that of java.util.Properties, and the plain `key=value` of librdkafka's tools.
 */

/** One setting and the line on which it begins, from 1. */
export interface PropertyEntry {
  readonly key: string
  /** Trimmed: Kafka's clients trim the values of their settings too. */
  readonly value: string
  readonly line: number
}

/** A problem of a properties file. */
export interface LineProblem {
  /** From 1. Null if the problem concerns the whole file, such as a missing setting; callers add those. */
  readonly line: number | null
  readonly message: string
}

/** The settings in file order, and the lines that could not be parsed. */
export interface ParsedProperties {
  readonly entries: readonly PropertyEntry[]
  readonly problems: readonly LineProblem[]
}

interface LogicalLine {
  readonly text: string
  readonly line: number
}

const newline = /\r\n|\r|\n/

/**
 * Reads Java's syntax: `#` and `!` begin comments, a line that ends in a backslash goes on in the next line, a key ends at
 * the first unescaped `=`, `:` or white space, and `\t \n \r \f \uXXXX` are escape sequences.
 */
export function readJavaProperties(text: string): ParsedProperties {
  const entries: PropertyEntry[] = []
  const problems: LineProblem[] = []
  for (const { text: content, line } of logicalLines(text)) {
    const { key, value } = splitEntry(content)
    const [decodedKey, decodedValue] = [decodeEscapes(key), decodeEscapes(value)]
    if (decodedKey === null || decodedValue === null) {
      const message = '\\u must be followed by four hexadecimal digits; a literal backslash is written \\\\'
      problems.push({ line, message })
    } else entries.push({ key: decodedKey, value: decodedValue.trim(), line })
  }
  return { entries, problems }
}

/** Reads librdkafka's syntax: one `key=value` per line, `#` begins comments, and a backslash has no special meaning. */
export function readPlainProperties(text: string): ParsedProperties {
  const entries: PropertyEntry[] = []
  const problems: LineProblem[] = []
  for (const [index, content] of text.split(newline).entries()) {
    const trimmed = content.trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    const separatorIndex = trimmed.indexOf('=')
    const line = index + 1
    if (separatorIndex <= 0) {
      problems.push({ line, message: 'expected key=value' })
      continue
    }
    const [key, value] = [trimmed.slice(0, separatorIndex), trimmed.slice(separatorIndex + 1)]
    entries.push({ key: key.trim(), value: value.trim(), line })
  }
  return { entries, problems }
}

/**
 * Joins continued lines (those that end in an odd number of backslashes) and skips comments and blank lines. In the terms of
 * java.util.Properties it joins natural lines into logical lines.
 */
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

/**
 * Splits at the first unescaped separator: `=`, `:` or white space, with any white space around it. The rest
 * is the value.
 */
function splitEntry(line: string): { readonly key: string; readonly value: string } {
  const [key = ''] = /^(?:\\.|[^\\=: \t\f])*/.exec(line) ?? []
  return { key, value: line.slice(key.length).replace(/^[ \t\f]*[=:]?[ \t\f]*/, '') }
}

const namedEscapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' }

/** Replaces escape sequences; null if a `\u` is not followed by four hexadecimal digits. */
function decodeEscapes(text: string): string | null {
  // A `\u` is an escape sequence only after an even number of backslashes.
  if (/(?<!\\)(?:\\\\)*\\u(?![0-9a-fA-F]{4})/.test(text)) return null
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_all, code: string | undefined, char: string | undefined) =>
    code === undefined ? (namedEscapes[char ?? ''] ?? char ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
