/**
 * Finds patterns that stand as values in `toMatchObject`.
 *
 * It compares the fields of what is expected. A pattern has no fields, so any text passes:
 * `expect({ a: 'x' }).toMatchObject({ a: /y/ })` cannot fail. `expect.stringMatching(/y/)` can.
 */
import { isNode, lineOf, type Node, parseTest, visit } from './syntax-tree.ts'

/** Lines of patterns that are expected as values; those in a call, such as `expect.stringMatching`, are arguments. */
export function patternsAsValues(text: string, fileName: string): number[] {
  const lines: number[] = []
  visit(parseTest(text, fileName), (node) => {
    if (!isMatchObject(node)) return
    visit(node.arguments, (inner) => {
      if (inner.type === 'Literal' && 'regex' in inner) lines.push(lineOf(text, inner))
      return inner.type !== 'CallExpression'
    })
  })
  return lines
}

function isMatchObject({ type, callee }: Node): boolean {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return false
  return isNode(callee.property) && callee.property.name === 'toMatchObject'
}
