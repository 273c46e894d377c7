/**
 * Detects changes of files by their names, sizes and times alone, which takes a few milliseconds for some hundred
 * files.
 */
import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Computes one hash over every file below the given files and folders. Deleting a file changes it, and so does
 * restoring an older one.
 *
 * @param {readonly string[]} paths missing ones count as missing
 * @param {{ skip?: readonly string[] }} [options] folders by full path, and folder names, that do not count
 */
export function fingerprint(paths, { skip = [] } = {}) {
  const hash = createHash('sha256')
  const skipped = new Set(skip)
  /** @param {string} path */
  const add = (path) => {
    const status = statSync(path, { throwIfNoEntry: false })
    if (status === undefined || !status.isDirectory()) {
      hash.update(`${path}\0${status?.size ?? 'missing'}\0${status?.mtimeMs ?? ''}\n`)
      return
    }
    for (const name of readdirSync(path).sort()) {
      const child = join(path, name)
      if (!skipped.has(name) && !skipped.has(child)) add(child)
    }
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}
