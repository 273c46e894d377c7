/**
 * Finds the fields of a schema. They are used to set a field by its path and to suggest a field for a mistyped name.
 */
import { z } from 'zod'

/** The shape of the value that a schema expects at one place. */
export type FieldShape =
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, unknown>> }
  /** `record`: an object with arbitrary names. */
  | { readonly kind: 'array' | 'record'; readonly element: unknown }
  | { readonly kind: 'value'; readonly isText: boolean }

/**
 * Returns the shape of a schema, without its optional, default and transform wrappers. A union has the fields of all
 * its variants. If the `value` at this place is given, it has only the fields of the variants that the value's
 * discriminator chooses.
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
 * Returns the fields that the schema has at the end of a path and the value does not. Empty if that place is not an
 * object with fixed fields.
 */
export function missingFields(schema: unknown, root: unknown, path: readonly PropertyKey[]): string[] {
  let [schemaAt, value] = [schema, root]
  for (const step of path) {
    const shape = shapeOf(schemaAt, value)
    if (shape.kind === 'object') schemaAt = property(shape.fields, step)
    else schemaAt = shape.kind === 'value' ? undefined : shape.element
    value = property(value, step)
  }
  const shape = shapeOf(schemaAt, value)
  if (shape.kind !== 'object') return []
  return Object.keys(shape.fields).filter((name) => !Object.hasOwn(Object(value), name))
}

/** Tests whether a variant of a union is the one that the value's discriminator `name` chooses. */
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
