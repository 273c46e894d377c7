/**
 * Reads and changes values of a scenario by their place. A place is the path of a field, such as
 * `workload.topics[0].partitions`.
 */

/** Caches of the functions below, because each keystroke asks for all fields. The form has few places, so they stay small. */
const stepsCache = new Map<string, readonly (string | number)[]>()
const patternsCache = new Map<string, string>()

/** The steps of a place: `['workload', 'topics', 0, 'partitions']`. */
export function stepsOfPlace(place: string): readonly (string | number)[] {
  const known = stepsCache.get(place)
  if (known !== undefined) return known
  const matches = [...place.matchAll(/\[(\d+)\]|([^.[\]]+)/g)]
  const steps = matches.map(([, index, name]) => (index ? Number(index) : (name ?? '')))
  stepsCache.set(place, steps)
  return steps
}

/** The place without its numbers: `workload.topics[].partitions`. */
export function placePattern(place: string): string {
  const known = patternsCache.get(place)
  if (known !== undefined) return known
  const pattern = place.replace(/\[\d+\]/g, '[]')
  patternsCache.set(place, pattern)
  return pattern
}

/**
 * Converts a path as in `--set` and in predictions, such as `workload.topics.0.name`, into the place
 * `workload.topics[0].name`.
 */
export function placeOfPath(path: string): string {
  return path.replace(/\.(\d+)(?=\.|$)/g, '[$1]')
}

/** The value at a place; undefined if there is none. */
export function valueAt(root: unknown, place: string): unknown {
  let value = root
  for (const step of stepsOfPlace(place)) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, step)
  }
  return value
}

/** A copy with another value at a place; `undefined` removes the field. Unchanged parts are shared with the original. */
export function withValueAt<T>(root: T, place: string, value: unknown): T {
  return replace(root, stepsOfPlace(place), value) as T
}

function replace(node: unknown, steps: readonly (string | number)[], value: unknown): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return value
  const copy: unknown[] | Record<string, unknown> = Array.isArray(node) ? [...node] : { ...(node as object) }
  const inner = replace(Reflect.get(copy, step), rest, value)
  if (inner === undefined) Reflect.deleteProperty(copy, step)
  else Reflect.set(copy, step, inner)
  return copy
}
