/**
 * The lines that the gate prints on tests that are in tests/recorded and did not run, and on tests that ran and are not in it.
 */

/** @param {string} suite */
function fileOf(suite) {
  return `tests/recorded/${suite}.txt`
}

/** @param {string} suite @param {string} name of a test that is recorded and did not run */
export function goneLine(suite, name) {
  return `${name}\n    It is in ${fileOf(suite)} and did not run. If it was removed or renamed, change its line there.`
}

/**
 * @param {string} suite
 * @param {number} count of tests that are not recorded
 * @param {boolean} isRecordedNow
 * @returns {string} empty if there are none
 */
export function newTestsText(suite, count, isRecordedNow) {
  if (count === 0) return ''
  const tests = count === 1 ? '1 new test' : `${count} new tests`
  return isRecordedNow
    ? `; ${tests} added to ${fileOf(suite)}: commit it`
    : `; ${tests} not in ${fileOf(suite)} yet: a run here without failures adds ${count === 1 ? 'it' : 'them'}`
}
