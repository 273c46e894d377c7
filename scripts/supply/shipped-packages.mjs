/**
 * Lists the npm packages that ship in the app, the runner and an agent's bundle: those that our sources import, and
 * their dependencies.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listModules } from '../layers/check-layers.mjs'
import { readImports } from '../layers/read-imports.mjs'
import { repositoryPath, runnerPath } from '../setup/paths.mjs'

/**
 * @typedef {{ version: string, integrity?: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Locked
 * @typedef {{ name: string, version: string, integrity: string, folderPath: string }} ShippedPackage `folderPath`: the folder
 *   of its files, which exists if the package is installed on this platform
 */

/** Electron ships as an executable. The dependencies of its npm package only download it and do not ship. */
const shippedAlone = new Set(['electron'])

/** Built from our own sources at set-up. */
const ownPackages = new Set(['headroom-engine'])

/** @returns {ShippedPackage[]} by name and version; the packages of other platforms among them */
export function shippedPackages() {
  const runner = JSON.parse(readFileSync(join(runnerPath, 'package.json'), 'utf8'))
  const ofRunner = new Set([...Object.keys(runner.dependencies), ...Object.keys(runner.optionalDependencies)])
  const imported = importedPackages(join(repositoryPath, 'src')).filter(
    (name) => !ofRunner.has(name) && !ownPackages.has(name),
  )
  const found = [...closureOf(imported, repositoryPath), ...closureOf([...ofRunner], runnerPath)]
  const unique = new Map(found.map((each) => [`${each.name}@${each.version}`, each]))
  return [...unique.keys()].sort().flatMap((key) => unique.get(key) ?? [])
}

/**
 * Names of the npm packages that files below a folder import, types included.
 *
 * @param {string} sourcePath
 */
function importedPackages(sourcePath) {
  const specifiers = listModules(sourcePath).flatMap((name) =>
    readImports(readFileSync(join(sourcePath, name), 'utf8'), name).map(({ specifier }) => specifier),
  )
  const packages = specifiers.filter((name) => !name.startsWith('.') && !name.startsWith('node:'))
  return [...new Set(packages.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name))]
}

/**
 * Returns packages of a lock file by name, with all their dependencies.
 *
 * @param {readonly string[]} names
 * @param {string} rootPath the folder of the lock file
 * @returns {ShippedPackage[]}
 */
function closureOf(names, rootPath) {
  /** @type {{ packages: Record<string, Locked> }} */
  const { packages } = JSON.parse(readFileSync(join(rootPath, 'package-lock.json'), 'utf8'))
  /** @type {Map<string, ShippedPackage>} */
  const found = new Map()
  /** @param {string} name @param {string} from path of who needs it @param {boolean} isOptional */
  const add = (name, from, isOptional) => {
    const path = resolvePath(packages, name, from)
    const locked = path === undefined ? undefined : packages[path]
    if (path === undefined || locked === undefined) {
      if (isOptional) return
      throw new Error(`${name}, which ${from === '' ? 'our sources import' : `${from} needs`}, is not in the lock file`)
    }
    if (found.has(path)) return
    const { version, integrity = '', dependencies = {}, optionalDependencies = {} } = locked
    found.set(path, { name, version, integrity, folderPath: join(rootPath, path) })
    if (shippedAlone.has(name)) return
    for (const needed of Object.keys(dependencies)) add(needed, path, needed in optionalDependencies)
    for (const needed of Object.keys(optionalDependencies)) add(needed, path, true)
  }
  for (const name of names) add(name, '', false)
  return [...found.values()]
}

/**
 * Resolves a package as Node does: in the folder of the importing package, or in one above.
 *
 * @param {Record<string, Locked>} packages
 * @param {string} name
 * @param {string} from
 * @returns {string | undefined}
 */
function resolvePath(packages, name, from) {
  for (let folder = from; ; folder = folder.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (folder === '') return undefined
  }
}
