/**
 * Finds source files that are too long to be read as one idea.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Maximum number of lines of a source file (CONTRIBUTING.md). */
export const maxLines = 300

const folders = ['src', 'tests', 'scripts']
const skippedFolders = new Set(['node_modules', 'dist', 'fixtures'])

/**
 * A sentence for each source file below src, tests and scripts that has more than `maxLines` lines.
 * @param {string} root the folder that contains them
 */
export function longFiles(root) {
  return sourceFiles(root).flatMap((path) => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n').length - 1
    return lines > maxLines ? [`${path}: ${lines} lines; a file has at most ${maxLines}: split it by ideas`] : []
  })
}

/**
 * @param {string} root
 * @returns {string[]} paths relative to it, with forward slashes
 */
function sourceFiles(root) {
  /** @type {string[]} */
  const found = []
  /** @param {string} folder */
  function walk(folder) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory() && !skippedFolders.has(entry.name)) walk(path)
      else if (entry.isFile() && /\.(?:tsx?|mjs|js|c|h|css|java)$/.test(entry.name)) found.push(path)
    }
  }
  for (const folder of folders) walk(folder)
  return found.sort()
}
