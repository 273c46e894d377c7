/**
 * Reading what another version wrote: fields that this version does not know are left out and named.
 */
import type { z } from 'zod'
import type { Problem } from './app-error.ts'
import { check, formatPath } from './parse.ts'

/** Nested unknown fields come to light level by level; no schema of ours is deeper. */
const mostLevels = 20

/** A value as far as this version knows it, or all that is wrong with it. */
export type TolerantOutcome<T> =
  | { readonly ok: true; readonly value: T; readonly unknownFields: readonly string[] }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** The parsed value without its unknown fields, each of which is named once: `samples[].brokers[].newField`. */
export function checkTolerantly<S extends z.ZodType>(schema: S, value: unknown): TolerantOutcome<z.output<S>> {
  let known = value
  const unknownFields = new Set<string>()
  for (let level = 0; level < mostLevels; level += 1) {
    const parsed = schema.safeParse(known)
    if (parsed.success) return { ok: true, value: parsed.data, unknownFields: [...unknownFields] }
    const unknown = parsed.error.issues.filter((issue) => issue.code === 'unrecognized_keys')
    if (unknown.length === 0) break
    // What is read came from JSON, and belongs to the caller.
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
