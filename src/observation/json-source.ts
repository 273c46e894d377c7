/**
 * Parses and checks sources that are JSON.
 */
import type { Problem } from '../contracts/app-error.ts'
import { check, type Parsed, type Schema } from '../contracts/parse.ts'

/**
 * The parsed value of a JSON object or list; undefined if the text is neither. Syntax errors were reported when the
 * file was read.
 */
export function jsonOf(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A property of a JSON value; undefined if it does not exist. */
export function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** The value itself if it is a list; otherwise a list with the value as its only element. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

/** The list's values that match the schema, and the problems of the others with their places in the file. */
export function checkedList<S extends Schema>(
  schema: S,
  values: readonly unknown[],
  file: string,
): { readonly values: readonly Parsed<S>[]; readonly problems: readonly Problem[] } {
  const outcomes = values.map((value) => check(schema, value))
  const problems = outcomes.flatMap((outcome, index) => {
    if (outcome.ok) return []
    const list = values.length === 1 ? '' : `[${index}].`
    return outcome.problems.map(({ place, message }) => ({ place: `${file}: ${list}${place}`, message }))
  })
  return { values: outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : [])), problems }
}
