/**
 * Second tries of tests on a machine that was too noisy. tests/noise.mjs records them; the gate prints and counts them,
 * so that a pass on the second try is visible.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryPath } from '../setup/paths.mjs'

/** File with one JSON line per second try since the start of the gate. */
export const retriesPath = join(repositoryPath, 'test-artifacts', 'retries.ndjson')

/** @typedef {{ suite: string, test: string, attempt: number, reason: string }} Retry the attempt that was noise, and why */

/** @param {string} path of a file with one JSON object a line @returns {Retry[]} empty if no test was tried again */
export function readRetries(path) {
  /** @type {string} */
  let text
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

/** @param {readonly Retry[]} retries @returns {string[]} one line each, and their number */
export function retryLines(retries) {
  if (retries.length === 0) return ['No test was tried again.']
  const repeated = retries.length === 1 ? '1 attempt was' : `${retries.length} attempts were`
  return [
    ...retries.map(
      ({ suite, test, attempt, reason }) => `tried again: ${suite}: ${test}: attempt ${attempt}: ${reason}`,
    ),
    `${repeated} repeated, because the machine was too noisy.`,
  ]
}
