/**
 * Checks src/ against the import table: folders, packages, `node:` modules, circular imports (types included), and
 * texts that only one file may contain. Without a directory it also checks the length of all source files.
 *
 * `node scripts/layers/check-layers.mjs [DIRECTORY]` prints each violation with its place and exits with 1.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { layerTable, minModules, soleOwners } from './layer-table.mjs'
import { longFiles } from './long-files.mjs'
import { readImports } from './read-imports.mjs'

const ignoredFolders = new Set(['node_modules', 'dist', 'jars'])

/**
 * All violations in a source tree.
 * @param {string} sourceDirectory the folder `src`
 * @param {{ minModules?: number }} [options]
 * @returns {{ violations: string[], moduleCount: number }}
 */
export function checkLayers(sourceDirectory, options = {}) {
  const files = listModules(sourceDirectory)
  /** @type {Map<string, string[]>} */
  const graph = new Map()
  const violations = []
  for (const file of files) {
    const text = readFileSync(join(sourceDirectory, file), 'utf8')
    const own = []
    for (const { specifier, line } of readImports(text, file)) {
      const outcome = judgeImport(sourceDirectory, file, specifier)
      if (outcome.target) own.push(outcome.target)
      if (outcome.violation) violations.push(`src/${file}:${line}: ${outcome.violation}`)
    }
    graph.set(file, own)
    violations.push(...judgeOwners(file, text))
  }
  for (const circle of findCircles(graph)) violations.push(`circle: ${circle.map((file) => `src/${file}`).join(' → ')}`)
  const fewest = options.minModules ?? minModules
  if (files.length < fewest) {
    violations.push(
      `saw only ${files.length} modules, expected at least ${fewest}: the check looked at the wrong place`,
    )
  }
  return { violations, moduleCount: files.length }
}

/**
 * Lists our own modules below a folder.
 * @param {string} sourceDirectory
 * @returns {string[]} paths relative to it, with forward slashes
 */
export function listModules(sourceDirectory) {
  /** @type {string[]} */
  const found = []
  /** @param {string} directory */
  function walk(directory) {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name)
      if (entry.isDirectory()) {
        if (!ignoredFolders.has(entry.name)) walk(path)
      } else if (/\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts')) {
        found.push(relative(sourceDirectory, path).split(sep).join('/'))
      }
    }
  }
  walk(sourceDirectory)
  return found.sort()
}

/** The row for a module: the longest table key that is a prefix of its path. @param {string} file */
function rowOf(file) {
  const keys = Object.keys(layerTable).filter((key) => file === key || file.startsWith(`${key}/`))
  const key = keys.sort((a, b) => b.length - a.length)[0]
  const row = key === undefined ? undefined : layerTable[key]
  return key === undefined || row === undefined ? null : { key, row }
}

/**
 * @param {string} sourceDirectory @param {string} file @param {string} specifier
 * @returns {{ target?: string, violation?: string }}
 */
function judgeImport(sourceDirectory, file, specifier) {
  const found = rowOf(file)
  if (!found) return { violation: 'the folder is not in the import table (scripts/layers/layer-table.mjs)' }
  const { key, row } = found
  if (specifier.startsWith('.')) return judgeOwnImport(sourceDirectory, file, specifier)
  if (specifier.startsWith('node:')) {
    const isAllowed = typeof row.node === 'boolean' ? row.node : row.node.includes(specifier)
    return isAllowed ? {} : { violation: `${key} may not use ${specifier}` }
  }
  const name = specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : specifier.split('/')[0]
  return row.packages.includes(name ?? '') ? {} : { violation: `${key} may not use the package ${name}` }
}

/** @param {string} sourceDirectory @param {string} file @param {string} specifier */
function judgeOwnImport(sourceDirectory, file, specifier) {
  const clean = specifier.replace(/\?.*$/, '')
  const target = posix.normalize(posix.join(posix.dirname(file), clean))
  if (target.startsWith('../')) {
    return target === '../package.json' ? {} : { violation: `${specifier} leaves src/` }
  }
  if (/\.(css|json|svg|png|woff2)$/.test(target)) return {}
  if (!existsSync(join(sourceDirectory, target))) return { violation: `${specifier} does not exist` }
  const from = rowOf(file)
  const top = target.split('/')[0] ?? ''
  const ownTop = file.split('/')[0]
  if (from?.row.only && top !== ownTop && !from.row.only.includes(target)) {
    return { target, violation: `${from.key} may import only ${from.row.only.join(', ')}, not ${target}` }
  }
  const excepted = from?.row.except?.find((folder) => target.startsWith(`${folder}/`))
  if (excepted !== undefined) return { target, violation: `${from?.key} may not import ${excepted} (${target})` }
  if (top === ownTop || from?.row.folders.includes(top)) return { target }
  return { target, violation: `${from?.key} may not import ${top} (${target})` }
}

/** @param {string} file @param {string} text */
function judgeOwners(file, text) {
  return soleOwners
    .filter((rule) => file.startsWith(`${rule.folder}/`) && file !== rule.file && text.includes(rule.text))
    .map((rule) => `src/${file}: only src/${rule.file} may use ${rule.text}`)
}

/** Finds circular imports, as paths that end where they begin. @param {Map<string, string[]>} graph */
function findCircles(graph) {
  /** @type {string[][]} */
  const circles = []
  /** @type {Map<string, 'open' | 'done'>} */
  const state = new Map()
  /** @type {string[]} */
  const path = []
  /** @param {string} file */
  function visit(file) {
    state.set(file, 'open')
    path.push(file)
    for (const next of graph.get(file) ?? []) {
      if (state.get(next) === 'open') circles.push([...path.slice(path.indexOf(next)), next])
      else if (!state.has(next)) visit(next)
    }
    path.pop()
    state.set(file, 'done')
  }
  for (const file of graph.keys()) if (!state.has(file)) visit(file)
  return circles
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
  const { violations, moduleCount } = checkLayers(resolve(process.argv[2] ?? join(root, 'src')))
  if (process.argv[2] === undefined) violations.push(...longFiles(root))
  for (const violation of violations) console.error(violation)
  console.log(`layers: ${moduleCount} modules, ${violations.length} violations`)
  process.exitCode = violations.length === 0 ? 0 : 1
}
