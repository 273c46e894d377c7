/**
 * Reads files that another version wrote. Removes and lists the fields that this version does not know.
 */
import type { z } from 'zod'
import type { Problem } from './app-error.ts'
import { check, formatPath } from './parse.ts'

/** Maximum number of passes. Each finds unknown fields one level deeper, and no schema of Headroom is nested deeper. */
const maxLevels = 20

/** A value without the fields that this version does not know, or all problems of the value. */
export type TolerantOutcome<T> =
  | { readonly ok: true; readonly value: T; readonly unknownFields: readonly string[] }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/**
 * Parses a value without its unknown fields. Each of them is listed once, for example `samples[].brokers[].newField`.
 */
export function checkTolerantly<S extends z.ZodType>(schema: S, value: unknown): TolerantOutcome<z.output<S>> {
  let known = value
  const unknownFields = new Set<string>()
  for (let level = 0; level < maxLevels; level += 1) {
    const parsed = schema.safeParse(known)
    if (parsed.success) return { ok: true, value: parsed.data, unknownFields: [...unknownFields] }
    const unknown = parsed.error.issues.filter((issue) => issue.code === 'unrecognized_keys')
    if (unknown.length === 0) break
    // The value belongs to the caller, so a copy is changed. The value came from JSON, so the copy loses nothing.
    known = JSON.parse(JSON.stringify(known))
    for (const { path, keys } of unknown) {
      for (const key of keys) {
        unknownFields.add(formatPath([...path, key]).replace(/\[\d+\]/g, '[]'))
        removeField(known, path, key)
      }
    }
  }
  const outcome = check(schema, known)
  return outcome.ok
    ? { ok: true, value: outcome.value, unknownFields: [...unknownFields] }
    : { ok: false, problems: outcome.problems }
}

function removeField(root: unknown, path: readonly PropertyKey[], key: string): void {
  let owner = root
  for (const step of path) {
    if (typeof owner !== 'object' || owner === null) return
    owner = Reflect.get(owner, step)
  }
  if (typeof owner === 'object' && owner !== null) Reflect.deleteProperty(owner, key)
}
