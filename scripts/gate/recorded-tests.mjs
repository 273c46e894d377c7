/**
 * The list of tests that were there when the gate last passed, one file a suite in tests/recorded/. A test that is in
 * the list and not in the run has been lost: deleted, renamed, or in a file that no pattern finds any more. Whoever means
 * it strikes its line in the same commit.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * A test that a suite has twice under one name stands twice.
 *
 * @param {readonly string[]} recorded
 * @param {readonly string[]} seen
 * @returns {{ gone: string[], added: string[] }}
 */
export function compareTests(recorded, seen) {
  return { gone: without(recorded, seen), added: without(seen, recorded) }
}

/**
 * The elements of a list that are left when each of another has taken one away.
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

/** @param {string} path @returns {string[]} empty where nothing was recorded yet */
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
