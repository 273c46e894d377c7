/**
 * The syntax tree of a test file, for checks of what all tests must hold to.
 */
import { parseAst } from 'rolldown/parseAst'

export type Node = { readonly type: string; readonly start: number } & Record<string, unknown>

export function parseTest(text: string, fileName: string): Node {
  return parseAst(text, { lang: fileName.endsWith('x') ? 'tsx' : 'ts' }, fileName) as unknown as Node
}

/** The line on which a node begins, from 1. */
export function lineOf(text: string, node: Node): number {
  return text.slice(0, node.start).split('\n').length
}

/** Every node from the outside in; `false` leaves out what is in it. The name of a property is no name of a value. */
export function visit(tree: unknown, look: (node: Node) => unknown): void {
  if (Array.isArray(tree)) for (const each of tree) visit(each, look)
  if (!isNode(tree) || look(tree) === false) return
  for (const [key, value] of Object.entries(tree)) {
    const isName = (key === 'property' || key === 'key') && tree.computed !== true
    if (!isName) visit(value, look)
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

export function nameOf(value: unknown): string | null {
  return isNode(value) && value.type === 'Identifier' ? String(value.name) : null
}

/** `process.hrtime.bigint` of a chain of properties. */
export function pathOf(value: unknown): string {
  if (!isNode(value) || value.type !== 'MemberExpression') return nameOf(value) ?? ''
  return `${pathOf(value.object)}.${nameOf(value.property) ?? ''}`
}
