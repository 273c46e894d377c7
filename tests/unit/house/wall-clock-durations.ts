/**
 * Finds assertions on how long something took by this machine's clock, by syntax tree.
 */
import { isNode, lineOf, type Node, nameOf, parseTest, pathOf, visit } from './syntax-tree.ts'

/** A file's names for what was read from a clock. */
interface Names {
  /** Moments: `const startMs = Date.now()`. */
  readonly moments: Set<string>
  /** Durations: `const tookMs = Date.now() - startMs`, and functions that return one. */
  readonly durations: Set<string>
}

const clockReads = /^(Date\.now|performance\.now|process\.hrtime|process\.hrtime\.bigint|process\.uptime)$/

/**
 * Lines of `expect(…)` chains with a duration in them: a difference with a clock's reading or a name for one on either
 * side, a name for such a difference, or a call of a function of the file that returns one.
 *
 * Names count for the whole file. It does not see a duration that another file measures, one that goes through an
 * object's property, an array's element or a callback's parameter, one that `console.time`, a child process or `date`
 * measures, nor the timeouts of tests. A moment that is compared with a moment is no duration and passes.
 */
export function wallClockAssertions(text: string, fileName: string): number[] {
  const program = parseTest(text, fileName)
  const names: Names = { moments: new Set(), durations: new Set() }
  // A name may be used above the line that gives it its meaning, in a function: look until nothing is new.
  for (let known = -1; known !== names.moments.size + names.durations.size; ) {
    known = names.moments.size + names.durations.size
    visit(program, (node) => learn(node, names))
  }
  const lines: number[] = []
  visit(program, (node) => {
    if (isExpectation(node) && holdsDuration(node, names)) lines.push(lineOf(text, node))
  })
  return [...new Set(lines)]
}

/** What gives the names on its left what is on its right. */
const given = new Set(['AssignmentExpression', 'ForOfStatement'])

/** Takes the names of a declaration, an assignment, a loop or a function. */
function learn(node: Node, names: Names): void {
  const target = node.type === 'VariableDeclarator' ? node.id : given.has(node.type) ? node.left : null
  const value = node.type === 'VariableDeclarator' ? node.init : node.right
  if (isNode(target) && isNode(value)) {
    if (isFunction(value)) learnFunction(nameOf(target), value, names)
    else if (holdsDuration(value, names)) for (const name of boundNames(target)) names.durations.add(name)
    else if (holdsMoment(value, names)) for (const name of boundNames(target)) names.moments.add(name)
  }
  if (node.type === 'FunctionDeclaration') learnFunction(nameOf(node.id), node, names)
}

function learnFunction(name: string | null, definition: Node, names: Names): void {
  if (name === null) return
  const { body } = definition
  let returns = isNode(body) && body.type !== 'BlockStatement' && holdsDuration(body, names)
  visit(body, (node) => {
    if (node.type === 'ReturnStatement' && isNode(node.argument) && holdsDuration(node.argument, names)) returns = true
  })
  if (returns) names.durations.add(name)
}

/** `expect(…).toBe…(…)` as a whole, with what is expected: the outermost call of the chain. */
function isExpectation(node: Node): boolean {
  if (node.type !== 'CallExpression' || !isNode(node.callee) || node.callee.type !== 'MemberExpression') return false
  let inner: unknown = node.callee
  while (isNode(inner) && (inner.type === 'MemberExpression' || inner.type === 'CallExpression')) {
    if (inner.type === 'CallExpression' && /^expect(\.|$)/.test(pathOf(inner.callee))) return true
    inner = inner.type === 'MemberExpression' ? inner.object : inner.callee
  }
  return false
}

function holdsDuration(tree: Node, names: Names): boolean {
  return some(tree, (node) => {
    if (node.type === 'BinaryExpression' && node.operator === '-') {
      const sides = [node.left, node.right].filter(isNode)
      // Less a number, a moment is still a moment.
      return sides.some((side) => holdsMoment(side, names)) && !sides.some(({ type }) => type === 'Literal')
    }
    const name = nameOf(node.type === 'CallExpression' ? node.callee : node)
    return name !== null && names.durations.has(name)
  })
}

function holdsMoment(tree: Node, names: Names): boolean {
  return some(tree, (node) => {
    if (node.type === 'CallExpression') return clockReads.test(pathOf(node.callee))
    const name = nameOf(node)
    return name !== null && names.moments.has(name)
  })
}

/** Whether something in the tree is so; functions in it are other code, run at another time. */
function some(tree: Node, isSo: (node: Node) => boolean): boolean {
  let found = false
  visit(tree, (node) => {
    found ||= isSo(node)
    return !isFunction(node)
  })
  return found
}

function isFunction({ type }: Node): boolean {
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression' || type === 'FunctionDeclaration'
}

/** The names that a declaration or an assignment gives a value to. */
function boundNames(target: Node): string[] {
  const names: string[] = []
  visit(target, (node) => {
    if (node.type === 'MemberExpression') return false
    const name = nameOf(node)
    if (name !== null) names.push(name)
  })
  return names
}
