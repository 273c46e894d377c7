/**
 * Finds what is wrong with a JSON text. `JSON.parse` reports the place of a syntax error in some Node versions only,
 * takes the last of two fields with the same name, and turns 1e309 into Infinity.
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
// biome lints control characters in a regular expression; JSON forbids exactly these inside a string.
const string = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const space = /[ \t\r\n]*/y

/** Deepest nesting that is accepted. Recursive code is safe at this depth, and no file of Headroom comes near it. */
const deepestNesting = 100

/** At most this many problems of a text are reported. */
const mostProblems = 20

/**
 * All problems of a text, at most 20, in the order of the text: fields that appear twice in an object and numbers that
 * are too large, up to the first syntax error or the first value that is nested too deeply. Empty if `JSON.parse` reads
 * the text without losing anything.
 */
export function jsonProblems(text: string): readonly JsonProblem[] {
  const scanner = new Scanner(text)
  const failure = scanner.value(0) ?? scanner.end()
  const found = failure === null ? scanner.lost : [...scanner.lost, { offset: scanner.offset, message: failure }]
  return found.slice(0, mostProblems).map(({ offset, message }) => {
    const before = text.slice(0, offset).split('\n')
    return { line: before.length, column: (before.at(-1) ?? '').length + 1, message }
  })
}

/** Scans JSON. Each method returns what it expected and did not find, or null. */
class Scanner {
  offset = 0
  /** What `JSON.parse` would silently lose. */
  readonly lost: { readonly offset: number; readonly message: string }[] = []
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  value(depth: number): string | null {
    if (depth > deepestNesting) return `expected at most ${deepestNesting} levels of brackets and braces`
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
    if (!Number.isFinite(Number(digits))) this.lose(from, `the number ${shorten(digits)} is too large`)
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
        this.lose(from, `the field ${shorten(quoted)} appears twice in this object; remove one of them`)
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

  private lose(offset: number, message: string): void {
    if (this.lost.length < mostProblems) this.lost.push({ offset, message })
  }

  private take(pattern: RegExp): boolean {
    pattern.lastIndex = this.offset
    if (!pattern.test(this.text)) return false
    this.offset = pattern.lastIndex
    return true
  }

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
