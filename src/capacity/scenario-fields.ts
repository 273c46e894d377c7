/**
 * The fields that a scenario may have, read from its schema: for setting one by its path and for naming near ones.
 */
import { scenario } from '../contracts/scenario.ts'

/** What stands at a path of the schema. */
export type FieldShape =
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: 'array'; readonly element: unknown }
  | { readonly kind: 'value'; readonly isText: boolean }

/** The schema of a whole scenario. */
export const scenarioSchema: unknown = scenario

/** Looks through optional and default, and joins the fields of the variants of a union. */
export function shapeOf(schema: unknown): FieldShape {
  const definition = property(schema, 'def')
  const type = property(definition, 'type')
  const inner = property(definition, 'innerType')
  if (inner !== undefined) return shapeOf(inner)
  if (type === 'object') return { kind: 'object', fields: entriesOf(property(schema, 'shape')) }
  if (type === 'array') return { kind: 'array', element: property(definition, 'element') }
  const options = property(definition, 'options')
  if (type === 'union' && Array.isArray(options)) {
    const fields = options.map((option) => shapeOf(option)).flatMap((shape) => (shape.kind === 'object' ? [shape] : []))
    return { kind: 'object', fields: Object.assign({}, ...fields.map((shape) => shape.fields)) }
  }
  return { kind: 'value', isText: type === 'string' || type === 'enum' || type === 'literal' }
}

/** Up to three names that are near a mistyped one, nearest first. */
export function nearNames(name: string, known: readonly string[]): string[] {
  const limit = Math.max(2, Math.ceil(name.length / 3))
  const wanted = name.toLowerCase()
  const distances = known.map((each) => ({ each, distance: nearness(wanted, each.toLowerCase()) }))
  return distances
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ each }) => each)
}

/** A name that holds the other is near, whatever its length: "peak" for "peakRecordsPerSec". */
function nearness(a: string, b: string): number {
  return a.length >= 3 && (b.includes(a) || a.includes(b)) ? 1 : editDistance(a, b)
}

/** Levenshtein distance: letters to insert, delete or replace. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}

function entriesOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}

function property(value: unknown, name: string): unknown {
  return (typeof value === 'object' || typeof value === 'function') && value !== null
    ? Reflect.get(value, name)
    : undefined
}
