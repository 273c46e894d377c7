/**
 * A source that is JSON: its value, or everything that is wrong with it.
 */
import type { Problem } from '../contracts/app-error.ts'
import { check, type Parsed, type Schema } from '../contracts/parse.ts'

/** The value of a JSON text; undefined where it is none. Broken JSON was reported when the file was read. */
export function jsonOf(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A property of a JSON value; undefined where there is none. */
export function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** The value as a list: a list as it is, another value as its only element. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

/** The values of a list under a schema, or their problems with their places in the file. */
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
