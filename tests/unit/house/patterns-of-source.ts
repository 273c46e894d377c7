/**
 * Finds the regular expressions of a source file, by syntax tree.
 */
import { isNode, lineOf, type Node, nameOf, parseTest, visit } from './syntax-tree.ts'

/** A regular expression, where it is, and its parts that are known only at run time. */
export interface SourcePattern {
  readonly line: number
  readonly pattern: RegExp
}

/**
 * Literals, and calls of `new RegExp` with a text or template. What a template takes from a constant of the file, or of a
 * file that it imports, is put in; of anything else, such as an argument, nothing is known, and the letter x stands for it.
 */
export function patternsOf(
  text: string,
  fileName: string,
  readImported: (path: string) => string = () => '',
): SourcePattern[] {
  const program = parseTest(text, fileName)
  let constants: ReadonlyMap<string, Node> | undefined
  const found: SourcePattern[] = []
  visit(program, (node) => {
    const { regex } = node
    if (node.type === 'Literal' && typeof regex === 'object' && regex !== null) {
      const { pattern, flags } = regex as { pattern: string; flags: string }
      found.push({ line: lineOf(text, node), pattern: new RegExp(pattern, flags) })
    }
    if (node.type !== 'NewExpression' || nameOf(node.callee) !== 'RegExp' || !Array.isArray(node.arguments)) return
    // Few files make a pattern of constants, and to parse what each file imports took most of the time.
    const known = constants ?? constantsWithImported(program, readImported)
    constants = known
    const [source, flags] = node.arguments.map((each) => textOf(each, known))
    found.push({ line: lineOf(text, node), pattern: new RegExp(source ?? 'x', flags ?? '') })
  })
  return found
}

/** The constants of a file, and of the files that it imports. */
function constantsWithImported(program: Node, readImported: (path: string) => string): Map<string, Node> {
  const constants = new Map<string, Node>()
  visit(program, (node) => {
    if (node.type === 'ImportDeclaration' && isNode(node.source) && /^\..*\.ts$/.test(String(node.source.value))) {
      const path = String(node.source.value)
      for (const [name, value] of constantsOf(parseTest(readImported(path), path))) constants.set(name, value)
    }
  })
  for (const [name, value] of constantsOf(program)) constants.set(name, value)
  return constants
}

function constantsOf(program: Node): Map<string, Node> {
  const constants = new Map<string, Node>()
  visit(program, (node) => {
    const name = node.type === 'VariableDeclarator' ? nameOf(node.id) : null
    if (name !== null && isNode(node.init)) constants.set(name, node.init)
  })
  return constants
}

function textOf(node: unknown, constants: ReadonlyMap<string, Node>): string {
  if (!isNode(node)) return 'x'
  const name = nameOf(node)
  const constant = name === null ? undefined : constants.get(name)
  if (constant !== undefined) return textOf(constant, constants)
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TSAsExpression' || node.type === 'ParenthesizedExpression')
    return textOf(node.expression, constants)
  const template = node.type === 'TaggedTemplateExpression' ? node.quasi : node
  if (!isNode(template) || template.type !== 'TemplateLiteral') return 'x'
  const [quasis, expressions] = [template.quasis, template.expressions] as [
    { value: Record<'raw' | 'cooked', string> }[],
    unknown[],
  ]
  const form = node.type === 'TaggedTemplateExpression' ? 'raw' : 'cooked'
  return quasis
    .map(({ value }, index) => (index === 0 ? '' : textOf(expressions[index - 1], constants)) + value[form])
    .join('')
}
