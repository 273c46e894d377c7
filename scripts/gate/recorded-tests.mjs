/**
 * Compares the tests of a run with those of the last run of the gate that passed, which tests/recorded/ lists in one
 * file per suite. A listed test that is missing was deleted or renamed, or no pattern matches its file. If that is
 * intended, remove its line in the same commit.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * If a suite has two tests of the same name, the list has the name twice.
 *
 * @param {readonly string[]} recorded
 * @param {readonly string[]} seen
 * @returns {{ gone: string[], added: string[] }}
 */
export function compareTests(recorded, seen) {
  return { gone: without(recorded, seen), added: without(seen, recorded) }
}

/**
 * Removes one occurrence from a list for each element of another list.
 * @param {readonly string[]} list @param {readonly string[]} taken
 */
function without(list, taken) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const name of taken) counts.set(name, (counts.get(name) ?? 0) + 1)
  return list.filter((name) => {
    const count = counts.get(name) ?? 0
    counts.set(name, count - 1)
    return count <= 0
  })
}

/** @param {string} path @returns {string[]} empty if nothing was recorded yet */
export function readRecorded(path) {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** @param {string} path @param {readonly string[]} tests */
export function writeRecorded(path, tests) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${[...tests].sort().join('\n')}\n`)
}
