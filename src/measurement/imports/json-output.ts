/**
 * Reads outputs that are one JSON object.
 */
import { check, type Parsed, type Schema } from '../../contracts/parse.ts'
import type { LineProblem, ToolOutput } from './tool-output.ts'

/** The JSON object in an output; null if the text is not one. Broken JSON is reported before any parser runs. */
export function jsonObject({ text }: ToolOutput): Readonly<Record<string, unknown>> | null {
  if (!/^\s*\{/.test(text)) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}

/**
 * Checks a value against a schema. The result has either the value, or null and the problems.
 *
 * @param path path of the value in the file, for messages
 */
export function checked<S extends Schema>(
  schema: S,
  value: unknown,
  path: string,
): { readonly value: Parsed<S> | null; readonly problems: LineProblem[] } {
  const outcome = check(schema, value)
  if (outcome.ok) return { value: outcome.value, problems: [] }
  const problems = outcome.problems.map(({ place, message }) => {
    const whole = [path, place].filter((step) => step !== '').join('.')
    return { line: 1, path: whole, message }
  })
  return { value: null, problems }
}
