/**
 * Places in a scenario: `workload.topics[0].partitions`, as problems name them.
 */

/** Places that were asked for: those of the form, each asked for at every key. */
const knownSteps = new Map<string, readonly (string | number)[]>()
const knownPatterns = new Map<string, string>()

/** The steps of a place: `['workload', 'topics', 0, 'partitions']`. */
export function stepsOfPlace(place: string): readonly (string | number)[] {
  const known = knownSteps.get(place)
  if (known !== undefined) return known
  const matches = [...place.matchAll(/\[(\d+)\]|([^.[\]]+)/g)]
  const steps = matches.map(([, index, name]) => (index ? Number(index) : (name ?? '')))
  knownSteps.set(place, steps)
  return steps
}

/** The place without its numbers: `workload.topics[].partitions`. */
export function placePattern(place: string): string {
  const known = knownPatterns.get(place)
  if (known !== undefined) return known
  const pattern = place.replace(/\[\d+\]/g, '[]')
  knownPatterns.set(place, pattern)
  return pattern
}

/** What stands at a place; undefined where nothing does. */
export function valueAt(root: unknown, place: string): unknown {
  let value = root
  for (const step of stepsOfPlace(place)) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, step)
  }
  return value
}

/** A copy with another value at a place; undefined takes the field away. What is beside the way is shared. */
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
