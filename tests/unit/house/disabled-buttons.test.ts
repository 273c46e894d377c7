import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { isNode, lineOf, type Node, parseTest, visit } from './syntax-tree.ts'

const renderer = resolve(import.meta.dirname, '../../../src/renderer')

/** The one component that disables a button: it has a property for the reason. */
const withReason = join('components', 'button-with-reason.tsx')

/** The name of an element or of an attribute. */
const jsxName = (node: Node): string => (isNode(node.name) ? String(node.name.name) : '')

/** The lines of buttons that can be disabled, or that get properties which cannot be read here. */
function disabledButtons(text: string, fileName: string): number[] {
  const lines: number[] = []
  visit(parseTest(text, fileName), (node) => {
    if (node.type !== 'JSXOpeningElement' || jsxName(node) !== 'button') return
    const attributes = node.attributes as readonly Node[]
    const isSuspect = (each: Node) => each.type === 'JSXSpreadAttribute' || /^(aria-)?disabled$/.test(jsxName(each))
    if (attributes.some(isSuspect)) lines.push(lineOf(text, node))
  })
  return lines
}

test.each([
  ['disabled', 'const a = (\n  <button type="button" disabled={b}>c</button>\n)', [2]],
  ['only for the ear', '<button type="button" aria-disabled={b}>c</button>', [1]],
  ['by a spread', '<p>\n<button {...b}>c</button></p>', [2]],
])('finds a button that can be disabled without a reason: %s', (_form, text, lines) => {
  expect(disabledButtons(text, 'planted.tsx')).toEqual(lines)
})

test('every button of the window that can be disabled says why', () => {
  const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const found = files
    .filter((name) => name !== withReason)
    .flatMap((name) =>
      disabledButtons(readFileSync(join(renderer, name), 'utf8'), name).map((line) => `src/renderer/${name}:${line}`),
    )
  expect(found).toEqual([])
  expect(disabledButtons(readFileSync(join(renderer, withReason), 'utf8'), withReason)).toHaveLength(1)
  expect(files.length).toBeGreaterThan(100)
})
