/**
 * Parses properties files in two syntaxes: Java's (java.util.Properties), and the plain `key=value` lines of tools that are
 * based on librdkafka, such as kcat.
 */

/** One setting, and the number of its first line (the first line of the file is 1). */
export interface PropertyEntry {
  readonly key: string
  /** The value without white space around it, which Kafka's clients strip too. */
  readonly value: string
  readonly line: number
}

/** A problem with one line of a properties file, or with the whole file. */
export interface PropertiesProblem {
  /**
   * The first line is 1. Null for a problem with the whole file, such as a missing setting. The parsers never report such a
   * problem; their callers do.
   */
  readonly line: number | null
  readonly message: string
}

/** The settings in file order (a repeated key has one entry per occurrence), and the lines that could not be parsed. */
export interface ParsedProperties {
  readonly entries: readonly PropertyEntry[]
  readonly problems: readonly PropertiesProblem[]
}

/** A line with its continuation lines joined, and the number of its first line. */
interface LogicalLine {
  readonly text: string
  readonly line: number
}

const missingKey = 'expected a key before the value'
const newlinePattern = /\r\n|\r|\n/

/**
 * Parses Java's syntax:
 * - A line whose first character other than white space is `#` or `!` is a comment.
 * - A line that ends in an odd number of backslashes continues on the next line, whose leading white space is dropped.
 * - A key ends at the first unescaped `=`, `:` or white space. White space and at most one `=` or `:` after it are skipped.
 * - `\t`, `\n`, `\r`, `\f` and `\uXXXX` are escape sequences. A backslash before any other character is dropped.
 *
 * Unlike Java, it skips a byte order mark at the start, and reports a line without a key.
 */
export function readJavaProperties(text: string): ParsedProperties {
  const entries: PropertyEntry[] = []
  const problems: PropertiesProblem[] = []
  for (const { text: content, line } of logicalLines(withoutByteOrderMark(text))) {
    const { key, value } = splitEntry(content)
    const [decodedKey, decodedValue] = [decodeEscapes(key), decodeEscapes(value)]
    // Java accepts an empty key, but no setting of Kafka has one.
    if (key === '') problems.push({ line, message: missingKey })
    else if (decodedKey === null || decodedValue === null) {
      const message = 'expected four hexadecimal digits after \\u; to write a backslash, use \\\\'
      problems.push({ line, message })
    } else entries.push({ key: decodedKey, value: decodedValue.trim(), line })
  }
  return { entries, problems }
}

/**
 * Parses the plain syntax: one `key=value` per line, and lines that start with `#` are comments. It has no escape sequences
 * and no continuation lines.
 */
export function readPlainProperties(text: string): ParsedProperties {
  const entries: PropertyEntry[] = []
  const problems: PropertiesProblem[] = []
  for (const [index, content] of withoutByteOrderMark(text).split(newlinePattern).entries()) {
    const trimmed = content.trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    const separatorIndex = trimmed.indexOf('=')
    const line = index + 1
    if (separatorIndex <= 0) {
      problems.push({ line, message: separatorIndex === 0 ? missingKey : 'expected key=value' })
      continue
    }
    const [key, value] = [trimmed.slice(0, separatorIndex), trimmed.slice(separatorIndex + 1)]
    entries.push({ key: key.trim(), value: value.trim(), line })
  }
  return { entries, problems }
}

/**
 * Joins the lines of the file into what java.util.Properties calls logical lines. Skips blank lines and comments; a
 * comment never continues.
 */
function logicalLines(text: string): LogicalLine[] {
  const physicalLines = text.split(newlinePattern)
  const lines: LogicalLine[] = []
  for (let index = 0; index < physicalLines.length; index += 1) {
    const line = index + 1
    let content = withoutLeadingSpace(physicalLines[index] ?? '')
    if (content === '' || content.startsWith('#') || content.startsWith('!')) continue
    while (isContinued(content) && index + 1 < physicalLines.length) {
      index += 1
      content = content.slice(0, -1) + withoutLeadingSpace(physicalLines[index] ?? '')
    }
    lines.push({ text: isContinued(content) ? content.slice(0, -1) : content, line })
  }
  return lines
}

/** Some Windows editors begin a file with this mark. It would become part of the first key. */
function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

function withoutLeadingSpace(line: string): string {
  return line.replace(/^[ \t\f]+/, '')
}

function isContinued(line: string): boolean {
  let backslashes = 0
  while (line[line.length - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}

/** Splits a logical line into key and value at the first unescaped `=`, `:` or white space. */
function splitEntry(line: string): { readonly key: string; readonly value: string } {
  const [key = ''] = /^(?:\\.|[^\\=: \t\f])*/.exec(line) ?? []
  return { key, value: line.slice(key.length).replace(/^[ \t\f]*[=:]?[ \t\f]*/, '') }
}

const namedEscapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' }

/** Replaces escape sequences. Returns null if a `\u` is not followed by four hexadecimal digits. */
function decodeEscapes(text: string): string | null {
  // A `\u` is an escape sequence only if an even number of backslashes precedes it.
  if (/(?<!\\)(?:\\\\)*\\u(?![0-9a-fA-F]{4})/.test(text)) return null
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_all, code: string | undefined, char: string | undefined) =>
    code === undefined ? (namedEscapes[char ?? ''] ?? char ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
