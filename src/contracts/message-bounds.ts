/**
 * Bounds of every message between a controller and a host, checked before its schema: an agent, or a controller of an
 * agent, may be hostile.
 */
import type { Problem } from './app-error.ts'

/** Maximum length of a text. Histograms are longer, and have a bound of their own. */
export const maxMessageTextLength = 20_000
/** Maximum length of the name of a field. The longest are those of topics, and errors of a client. */
export const maxMessageNameLength = 1_000
/** Maximum depth of nesting. Real messages stay far below it, and recursive code cannot overflow the stack at it. */
export const maxMessageDepth = 30

/**
 * Maximum number of values. A sample of a thousand clients with a thousand partitions each has half as many. Without this
 * bound a message of the maximum size could have ten times as many, which would fill the memory before the schema is checked.
 */
export const maxMessageValues = 2_000_000

const [quote, backslash, comma, openBracket, closeBracket, openBrace, closeBrace] = [...'"\\,[]{}'].map((sign) =>
  sign.charCodeAt(0),
)

/** The reason not to parse a JSON text: it is nested too deeply or has too many values. Null if there is none. */
export function textProblem(text: string): Problem | null {
  const bound = exceededBound(text, { depth: maxMessageDepth, values: maxMessageValues })
  if (bound === null) return null
  const message =
    bound === 'depth'
      ? `expected at most ${maxMessageDepth} levels of nesting`
      : `expected at most ${maxMessageValues} values`
  return { place: '', message }
}

/** True if a JSON text has more than `values` values. The text is not parsed. */
export function hasMoreValues(text: string, values: number): boolean {
  return exceededBound(text, { depth: Number.POSITIVE_INFINITY, values }) !== null
}

type TextBounds = { readonly depth: number; readonly values: number }

/** The first bound that a JSON text exceeds; null if none. */
function exceededBound(text: string, bounds: TextBounds): keyof TextBounds | null {
  let [depth, values, isQuoted] = [0, 1, false]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) isQuoted = !isQuoted
    else if (isQuoted) at += code === backslash ? 1 : 0
    else if (code === comma) values += 1
    else if (code === openBracket || code === openBrace) {
      depth += 1
      values += 1
      if (depth > bounds.depth) return 'depth'
    } else if (code === closeBracket || code === closeBrace) depth -= 1
    if (values > bounds.values) return 'values'
  }
  return null
}

/** Returns the first text or name that is too long, or value that is nested too deeply; null if there is none. */
export function boundProblem(value: unknown, place = '', depth = 0): Problem | null {
  if (typeof value === 'string') {
    if (value.length <= maxMessageTextLength || /histogram$/i.test(place)) return null
    return { place, message: `expected at most ${maxMessageTextLength} characters (found ${value.length})` }
  }
  if (typeof value !== 'object' || value === null) return null
  if (depth >= maxMessageDepth) return { place, message: `expected at most ${maxMessageDepth} levels of nesting` }
  for (const [name, entry] of Object.entries(value)) {
    if (name.length > maxMessageNameLength) {
      return { place, message: `expected names of at most ${maxMessageNameLength} characters (found ${name.length})` }
    }
    const problem = boundProblem(entry, name.slice(0, 60), depth + 1)
    if (problem !== null) return problem
  }
  return null
}
