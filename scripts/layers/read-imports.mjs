/**
 * The imports of one TypeScript file, types included, by TypeScript's own parser.
 */
import ts from 'typescript'

/**
 * Every module name that a file imports, re-exports, loads with `import()` or names in an `import('…')` type.
 * @param {string} text source
 * @param {string} fileName decides between TS and TSX
 * @returns {{ specifier: string, line: number }[]} line numbers from 1
 */
export function readImports(text, fileName) {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true)
  /** @type {{ specifier: string, line: number }[]} */
  const found = []
  /** @param {ts.Node} node */
  function add(node) {
    if (!ts.isStringLiteralLike(node)) return
    found.push({ specifier: node.text, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1 })
  }
  /** @param {ts.Node} node */
  function visit(node) {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier)
      add(node.moduleSpecifier)
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal)
    if (ts.isCallExpression(node) && isLoader(node.expression) && node.arguments[0]) add(node.arguments[0])
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** @param {ts.Expression} callee */
function isLoader(callee) {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')
}
