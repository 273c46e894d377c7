/**
 * Where a text stops being JSON: `JSON.parse` tells it in some Node versions only, and not for every error.
 */

/** A place in a text, counted from 1, and what was expected there. */
export interface JsonError {
  readonly line: number
  readonly column: number
  readonly message: string
}

const literals = /true|false|null/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// biome lints control characters in a regular expression; JSON forbids exactly these inside a string.
const string = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const space = /[ \t\r\n]*/y
const deepestNesting = 500

/** The first place at which `text` is not JSON; null where it is JSON. */
export function locateJsonError(text: string): JsonError | null {
  const scanner = new Scanner(text)
  const failure = scanner.value(0) ?? scanner.end()
  if (failure === null) return null
  const before = text.slice(0, scanner.offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, message: failure }
}

/** Reads over JSON; each method returns what it expected and did not find, or null. */
class Scanner {
  offset = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  value(depth: number): string | null {
    if (depth > deepestNesting) return 'values are nested too deeply'
    this.take(space)
    const next = this.text[this.offset]
    if (next === '{') return this.list('}', () => this.member(depth))
    if (next === '[') return this.list(']', () => this.value(depth + 1))
    if (this.take(string) || this.take(literals) || this.take(number)) return null
    return next === undefined ? 'the text ends where a value is expected' : `a value is expected, found ${this.found()}`
  }

  end(): string | null {
    this.take(space)
    return this.offset === this.text.length ? null : `the text should end here, found ${this.found()}`
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

  private member(depth: number): string | null {
    this.take(space)
    if (!this.take(string)) return `a name in double quotes is expected, found ${this.found()}`
    this.take(space)
    if (!this.accept(':')) return `":" is expected, found ${this.found()}`
    return this.value(depth + 1)
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
