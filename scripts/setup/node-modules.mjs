/**
 * Installs the app's npm packages if they are missing or differ from the lock file.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { repositoryPath } from './paths.mjs'
import { runNpm } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} LockedPackage */
/** @typedef {{ packages?: Record<string, LockedPackage> }} Lockfile */

/**
 * @param {{ onProgress?: import('./progress.mjs').OnProgress }} [options]
 * @returns {Promise<{ isChanged: boolean }>}
 */
export async function ensureNodeModules({ onProgress = () => {} } = {}) {
  if (areNodeModulesCurrent()) return { isChanged: false }
  const onWait = (/** @type {number} */ _waitedMs, /** @type {string} */ holder) =>
    onProgress({ message: `waiting for ${holder}, which is installing them`, fraction: null })
  return withLock('node-modules', { onWait }, async () => {
    if (areNodeModulesCurrent()) return { isChanged: false }
    onProgress({ message: 'npm ci', fraction: null })
    const { exitCode, tail } = await runNpm(['ci', '--no-audit', '--no-fund'], {
      cwd: repositoryPath,
      timeoutMs: 15 * 60_000,
    })
    if (exitCode !== 0)
      throw new SetupError(
        `npm ci failed: ${firstNpmError(tail)}`,
        'check the network and the npm registry, then try again',
      )
    return { isChanged: true }
  })
}

/** Costs a few milliseconds. */
export function areNodeModulesCurrent() {
  return isInstalled(readLockfile('package-lock.json'), readLockfile(join('node_modules', '.package-lock.json')))
}

/**
 * True if npm's record of installed packages has everything in the lock file. File times cannot decide this: a checkout
 * changes that of the lock file, and an install writes the two files in either order.
 *
 * @param {Lockfile | undefined} wanted
 * @param {Lockfile | undefined} installed
 */
export function isInstalled(wanted, installed) {
  if (installed?.packages === undefined) return false
  for (const [path, locked] of Object.entries(wanted?.packages ?? {})) {
    if (path === '' || locked.link === true) continue
    const found = installed.packages[path]
    // Packages for other platforms are in the lock file and are rightly missing.
    if (found === undefined && (locked.optional === true || locked.devOptional === true)) continue
    if (found?.version !== locked.version || found?.integrity !== locked.integrity) return false
  }
  return true
}

/** @param {string} relativePath @returns {Lockfile | undefined} */
function readLockfile(relativePath) {
  try {
    return JSON.parse(readFileSync(join(repositoryPath, relativePath), 'utf8'))
  } catch {
    // The file is missing, or was cut off when npm was killed, so the packages are not installed.
    return undefined
  }
}

/**
 * Returns the line of npm's output that names the error.
 *
 * @param {string} tail
 */
export function firstNpmError(tail) {
  const lines = tail.split('\n').filter((line) => /^npm (error|ERR!) (?!code |A complete log)/.test(line))
  return (lines[0] ?? tail.split('\n').at(-1) ?? '').replace(/^npm (error|ERR!) /, '')
}
