/**
 * The fields that a schema has: for setting one by its path, and for naming those that a mistyped one may have meant.
 */
import { z } from 'zod'

/** What stands at a place of a schema. */
export type FieldShape =
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, unknown>> }
  /** `record`: an object whose names are free. */
  | { readonly kind: 'array' | 'record'; readonly element: unknown }
  | { readonly kind: 'value'; readonly isText: boolean }

/**
 * Looks through optional, default and a transform. Of a union it joins the fields of the variants: of all of them, or,
 * where the `value` that stands there is given, of those that the value's kind chooses.
 */
export function shapeOf(schema: unknown, value?: unknown): FieldShape {
  const definition = property(schema, 'def')
  const type = property(definition, 'type')
  const inner = property(definition, 'innerType') ?? property(definition, 'in')
  if (inner !== undefined) return shapeOf(inner, value)
  if (type === 'object') return { kind: 'object', fields: entriesOf(property(schema, 'shape')) }
  if (type === 'array') return { kind: 'array', element: property(definition, 'element') }
  if (type === 'record') return { kind: 'record', element: property(definition, 'valueType') }
  const options = property(definition, 'options')
  if (type === 'union' && Array.isArray(options)) {
    const name = property(definition, 'discriminator')
    const chosen = typeof name === 'string' && value !== undefined ? options.filter(isChosenBy(value, name)) : options
    const fields = chosen.map((option) => shapeOf(option)).flatMap((shape) => (shape.kind === 'object' ? [shape] : []))
    return { kind: 'object', fields: Object.assign({}, ...fields.map((shape) => shape.fields)) }
  }
  return { kind: 'value', isText: type === 'string' || type === 'enum' || type === 'literal' }
}

/**
 * The fields that could still stand where a path of a value leads: those of the schema that the value does not have. None
 * where names are free, or where the schema has nothing.
 */
export function missingFields(schema: unknown, root: unknown, path: readonly PropertyKey[]): string[] {
  let [at, value] = [schema, root]
  for (const step of path) {
    const shape = shapeOf(at, value)
    if (shape.kind === 'object') at = property(shape.fields, step)
    else at = shape.kind === 'value' ? undefined : shape.element
    value = property(value, step)
  }
  const shape = shapeOf(at, value)
  if (shape.kind !== 'object') return []
  return Object.keys(shape.fields).filter((name) => !Object.hasOwn(Object(value), name))
}

/** Whether a variant of a union is the one whose kind the value names. */
function isChosenBy(value: unknown, name: string): (option: unknown) => boolean {
  return (option) => {
    const shape = shapeOf(option)
    const kind = shape.kind === 'object' ? shape.fields[name] : undefined
    return kind instanceof z.ZodType && kind.safeParse(property(value, name)).success
  }
}

function entriesOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}

function property(value: unknown, name: PropertyKey): unknown {
  return (typeof value === 'object' || typeof value === 'function') && value !== null
    ? Reflect.get(value, name)
    : undefined
}
