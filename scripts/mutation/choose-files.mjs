/**
 * Chooses the files to mutate: those of all parts whose goal is due, or those that the command line names.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError } from '../setup/setup-error.mjs'

/**
 * @typedef {import('./parts.mjs').Part} Part
 * @typedef {{ part: Part, files: readonly string[] }} Choice
 */

/**
 * The source files of a part, by path from the repository; a file belongs to the first part that names it.
 *
 * @param {Part} part
 * @param {readonly Part[]} parts
 * @param {string} root
 */
export function filesOfPart(part, parts, root) {
  const earlier = new Set(parts.slice(0, parts.indexOf(part)).flatMap(({ sources }) => filesUnder(sources, root)))
  const { sources, except = [] } = part
  return filesUnder(sources, root).filter((file) => !earlier.has(file) && !except.includes(file))
}

/**
 * @param {readonly string[]} names parts, folders and files; none: all parts whose goal is due
 * @param {readonly Part[]} parts
 * @param {string} root
 * @returns {readonly Choice[]} in the order of the parts
 * @throws {SetupError} if a name is no part, folder or file, or if no part has it
 */
export function chooseFiles(names, parts, root) {
  const wanted = names.length === 0 ? parts.filter(({ isDue }) => isDue).map(({ name }) => name) : names
  const all = parts.map((part) => ({ part, files: filesOfPart(part, parts, root) }))
  const problems = wanted.flatMap((name) => problemOf(name, all, root))
  if (problems.length > 0) {
    const known = parts.map(({ name, sources }) => `  ${name}: ${sources.join(', ')}`).join('\n')
    throw new SetupError(problems.join('\n'), `Name a part, or a folder or file of one:\n${known}`)
  }
  return all.flatMap(({ part, files }) => {
    const chosen = files.filter((file) => wanted.some((name) => name === part.name || isWithin(file, name)))
    return chosen.length === 0 ? [] : [{ part, files: chosen }]
  })
}

/** @param {string} name @param {readonly Choice[]} all @param {string} root @returns {string[]} */
function problemOf(name, all, root) {
  if (all.some(({ part, files }) => part.name === name || files.some((file) => isWithin(file, name)))) return []
  const isThere = existsSync(join(root, name))
  return [isThere ? `No part of mutation testing has ${name}.` : `There is no part, folder or file ${name}.`]
}

/** @param {string} file @param {string} path */
function isWithin(file, path) {
  const folder = path.replace(/^\.\//, '').replace(/\/+$/, '')
  return file === folder || file.startsWith(`${folder}/`)
}

/** @param {readonly string[]} sources @param {string} root @returns {string[]} */
function filesUnder(sources, root) {
  return sources.flatMap((source) => {
    if (statSync(join(root, source)).isFile()) return [source]
    const names = readdirSync(join(root, source), { recursive: true, encoding: 'utf8' })
    return names
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${source}/${name.replaceAll('\\', '/')}`)
      .sort()
  })
}
