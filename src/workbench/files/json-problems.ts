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

const literalPattern = /true|false|null/y
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const escapePattern = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const spacePattern = /[ \t\r\n]*/y

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
    this.take(spacePattern)
    const from = this.offset
    const next = this.text[from]
    if (next === '{') return this.object(depth)
    if (next === '[') return this.list(']', () => this.value(depth + 1))
    if (next === '"') return this.quoted()
    if (this.take(literalPattern)) return null
    if (next === undefined) return depth === 0 ? 'the text is empty' : 'the text ends where a value is expected'
    if (!this.take(numberPattern)) return `a value is expected, found ${this.found()}`
    const digits = this.text.slice(from, this.offset)
    if (!Number.isFinite(Number(digits))) this.addLost(from, `the number ${shorten(digits)} is too large`)
    return null
  }

  end(): string | null {
    this.take(spacePattern)
    return this.offset === this.text.length ? null : `the text should end here, found ${this.found()}`
  }

  private object(depth: number): string | null {
    const names = new Set<string>()
    return this.list('}', () => {
      this.take(spacePattern)
      const from = this.offset
      if (this.isAfterCommaInNumber(from)) {
        this.offset = from - 1
        return 'JSON has no comma in a number; write 72000 for 72,000, and 1.5 for 1,5'
      }
      if (this.text[from] !== '"') return `a name in double quotes is expected, found ${this.found()}`
      const problem = this.quoted()
      if (problem !== null) return problem
      const quoted = this.text.slice(from, this.offset)
      const name: string = quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1)
      if (names.has(name))
        // Its name is not quoted, because a file that was opened by mistake may hold a secret.
        this.addLost(from, 'this field appears twice in its object; remove one of them')
      names.add(name)
      this.take(spacePattern)
      if (!this.accept(':')) return `":" is expected, found ${this.found()}`
      return this.value(depth + 1)
    })
  }

  private list(close: string, entry: () => string | null): string | null {
    this.offset += 1
    this.take(spacePattern)
    if (this.accept(close)) return null
    while (true) {
      const failure = entry()
      if (failure !== null) return failure
      this.take(spacePattern)
      if (this.accept(close)) return null
      if (!this.accept(',')) return `"," or "${close}" is expected, found ${this.found()}`
    }
  }

  /** True for the digits after the comma of "1,5" or "72,000": a digit where a name is expected, with nothing but a comma before it. */
  private isAfterCommaInNumber(at: number): boolean {
    return /^\d,\d$/.test(this.text.slice(Math.max(0, at - 2), at + 1))
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

  /**
   * Moves past a text in double quotes. It is scanned character by character, because a regular expression runs out of
   * stack on a text of some megabytes.
   */
  private quoted(): string | null {
    for (let at = this.offset + 1; at < this.text.length; at += 1) {
      const character = this.text[at] ?? ''
      if (character === '"') {
        this.offset = at + 1
        return null
      }
      if (character === '\n' || character === '\r') return 'this text has no closing double quote on its line'
      if (character < ' ') return `this text has the character ${JSON.stringify(character)}, which JSON has to escape`
      if (character !== '\\') continue
      escapePattern.lastIndex = at
      if (!escapePattern.test(this.text)) return 'this text has a backslash; JSON needs two for one'
      at = escapePattern.lastIndex - 1
    }
    return 'this text has no closing double quote'
  }

  /**
   * Describes what is at the current offset, with a hint if it is of another syntax. A word is not quoted, because a file
   * that was opened by mistake may hold a secret.
   */
  private found(): string {
    const [word] = /^(?:-?[\p{L}\p{N}_]+|.)/su.exec(this.text.slice(this.offset, this.offset + maxFoundLength)) ?? []
    if (word === undefined) return 'the end of the text'
    const hint = hints[word]
    if (hint !== undefined) return `${JSON.stringify(word)}${hint}`
    return wordStart.test(word) ? 'a word without double quotes' : JSON.stringify(word)
  }
}

const maxFoundLength = 20

const wordStart = /^-?[\p{L}\p{N}_]/u

/** What to do about syntax that other languages have. */
const hints: Readonly<Record<string, string>> = {
  "'": '; JSON needs double quotes',
  '/': '; JSON has no comments',
  '#': '; JSON has no comments',
  NaN: '; JSON has no such number',
  Infinity: '; JSON has no such number',
  '-Infinity': '; JSON has no such number',
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
