/**
 * Adds up a run of the gate: numbers of passed, failed and skipped tests, and the resulting exit code.
 */

/** Everything passed. */
export const exitPassed = 0
/** Something failed. */
export const exitFailed = 1
/** Nothing failed, but something could not be tested that was not left out on request. */
export const exitIncomplete = 2

/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {string[]} failed by name; below it, indented, what it said
 * @property {string[]} skipped tests by name, and suites that were left out on request
 * @property {string[]} notReady suites that could not be made ready, with the reason
 */

/** @returns {Tally} */
export function emptyTally() {
  return { passed: 0, failed: [], skipped: [], notReady: [] }
}

/**
 * @param {string} suite
 * @param {string} name of what failed
 * @param {string} [reason] of several lines
 * @returns {string} an entry of `failed`
 */
export function failure(suite, name, reason = '') {
  const lines = reason === '' ? [] : reason.split('\n').map((line) => `    ${line}`)
  return [`${suite}: ${name}`, ...lines].join('\n')
}

/**
 * If nothing may be skipped, skipped tests and suites that could not be prepared count as failed.
 *
 * @param {Tally} tally
 * @param {boolean} isAllRequired
 * @returns {{ lines: string[], exitCode: number }} the last line is `N passed, N failed, N skipped`
 */
export function closeTally(tally, isAllRequired) {
  const { passed, failed, skipped, notReady } = tally
  const unmet = isAllRequired ? [...notReady, ...skipped].map((name) => `skipped, and nothing may be: ${name}`) : []
  const allFailed = [...failed, ...unmet]
  const left = isAllRequired ? [] : [...notReady, ...skipped]
  const lines = [...left.map((name) => `skipped: ${name}`), ...allFailed.map((name) => `failed: ${name}`)]
  const isIncomplete = allFailed.length === 0 && notReady.length > 0
  if (isIncomplete) {
    lines.push('Not everything was tested: follow the remedies above, or leave it out by name with --without.')
  }
  lines.push(`${passed} passed, ${allFailed.length} failed, ${left.length} skipped`)
  if (allFailed.length > 0 || passed === 0) return { lines, exitCode: exitFailed }
  return { lines, exitCode: isIncomplete ? exitIncomplete : exitPassed }
}
