/**
 * Reads the imports of a TypeScript file, types included, with the parser that also bundles them.
 */
import { parseAst } from 'rolldown/parseAst'

/**
 * Every module name that a file imports, re-exports, loads with `import()` or names in an `import('…')` type.
 * @param {string} text source
 * @param {string} fileName decides between TS and TSX
 * @returns {{ specifier: string, line: number }[]} line numbers from 1
 */
export function readImports(text, fileName) {
  const program = parseAst(text, { lang: fileName.endsWith('x') ? 'tsx' : 'ts' }, fileName)
  /** @type {{ specifier: string, line: number }[]} */
  const found = []
  /** @param {unknown} node */
  function visit(node) {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isNode(node)) return
    const named = moduleNamedBy(node)
    if (named !== null) found.push({ specifier: String(named.value), line: lineAt(text, Number(named.start)) })
    Object.values(node).forEach(visit)
  }
  visit(program)
  return found
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>} whether it is a node of the tree
 */
function isNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value
}

/**
 * @param {Record<string, unknown>} node
 * @returns {Record<string, unknown> | null} the literal with the name of a module; null if the node names none
 */
function moduleNamedBy(node) {
  const { callee, arguments: values } = node
  const isRequire = node.type === 'CallExpression' && isNode(callee) && callee.name === 'require'
  const named = isRequire && Array.isArray(values) ? values[0] : (node.source ?? node.expression)
  const names = isRequire || namers.has(String(node.type))
  return names && isNode(named) && typeof named.value === 'string' ? named : null
}

const namers = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
  'ImportExpression',
  'TSImportType',
  'TSExternalModuleReference',
])

/**
 * @param {string} text
 * @param {number} offset
 * @returns {number}
 */
function lineAt(text, offset) {
  return text.slice(0, offset).split('\n').length
}
