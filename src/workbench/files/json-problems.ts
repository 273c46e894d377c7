/**
 * Finds what is wrong with a JSON text. `JSON.parse` is not enough: it reports the place of a syntax error in some Node
 * versions only, silently keeps the last of two fields with the same name, and turns 1e309 into Infinity.
 */

/** A problem and its place in the text. */
export interface JsonProblem {
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
  readonly message: string
}

const literals = /true|false|null/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// JSON forbids U+0000 to U+001F inside a string. They are written as \p{Cc} without U+007F to U+009F, because biome
// refuses them in a regular expression.
const string = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const space = /[ \t\r\n]*/y

/** Maximum nesting. Recursive code is safe at this depth, and no file of Headroom comes near it. */
const maxNesting = 100

/** Maximum number of problems that are reported. */
const maxProblems = 20

/**
 * Returns the problems of a text in the order of the text, at most 20: fields that appear twice in an object, and
 * numbers that are too large. The last problem is the first syntax error, or the first value that is nested too deeply.
 * The list is empty if `JSON.parse` reads the text without loss.
 */
export function jsonProblems(text: string): readonly JsonProblem[] {
  const scanner = new Scanner(text)
  const failure = scanner.value(0) ?? scanner.end()
  const problems = failure === null ? scanner.lost : [...scanner.lost, { offset: scanner.offset, message: failure }]
  return problems.slice(0, maxProblems).map(({ offset, message }) => {
    const before = text.slice(0, offset).split('\n')
    return { line: before.length, column: (before.at(-1) ?? '').length + 1, message }
  })
}

/** Scans JSON. `value`, `end`, `object` and `list` return the first syntax error as a message, or null. */
class Scanner {
  offset = 0
  /** Parts of the text that `JSON.parse` would lose silently, at most `maxProblems`. */
  readonly lost: { readonly offset: number; readonly message: string }[] = []
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  value(depth: number): string | null {
    if (depth > maxNesting) return `expected at most ${maxNesting} levels of brackets and braces`
    this.take(space)
    const from = this.offset
    const next = this.text[from]
    if (next === '{') return this.object(depth)
    if (next === '[') return this.list(']', () => this.value(depth + 1))
    if (this.take(string) || this.take(literals)) return null
    if (!this.take(number))
      return next === undefined
        ? 'the text ends where a value is expected'
        : `a value is expected, found ${this.found()}`
    const digits = this.text.slice(from, this.offset)
    if (!Number.isFinite(Number(digits))) this.addLost(from, `the number ${shorten(digits)} is too large`)
    return null
  }

  end(): string | null {
    this.take(space)
    return this.offset === this.text.length ? null : `the text should end here, found ${this.found()}`
  }

  private object(depth: number): string | null {
    const names = new Set<string>()
    return this.list('}', () => {
      this.take(space)
      const from = this.offset
      if (!this.take(string)) return `a name in double quotes is expected, found ${this.found()}`
      const quoted = this.text.slice(from, this.offset)
      const name: string = quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1)
      if (names.has(name))
        this.addLost(from, `the field ${shorten(quoted)} appears twice in this object; remove one of them`)
      names.add(name)
      this.take(space)
      if (!this.accept(':')) return `":" is expected, found ${this.found()}`
      return this.value(depth + 1)
    })
  }

  private list(close: string, entry: () => string | null): string | null {
    this.offset += 1
    this.take(space)
    if (this.accept(close)) return null
    while (true) {
      const failure = entry()
      if (failure !== null) return failure
      this.take(space)
      if (this.accept(close)) return null
      if (!this.accept(',')) return `"," or "${close}" is expected, found ${this.found()}`
    }
  }

  private addLost(offset: number, message: string): void {
    if (this.lost.length < maxProblems) this.lost.push({ offset, message })
  }

  /** Moves past a match at the current offset. Returns false if there is none. The pattern must be sticky. */
  private take(pattern: RegExp): boolean {
    pattern.lastIndex = this.offset
    if (!pattern.test(this.text)) return false
    this.offset = pattern.lastIndex
    return true
  }

  /** Moves past the character if it is next. */
  private accept(character: string): boolean {
    if (this.text[this.offset] !== character) return false
    this.offset += 1
    return true
  }

  private found(): string {
    const character = this.text[this.offset]
    return character === undefined ? 'the end of the text' : JSON.stringify(character)
  }
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
