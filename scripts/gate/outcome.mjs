/**
 * Judges the run of a suite by its report and the exit code of its runner.
 */

/**
 * @typedef {object} SuiteOutcome
 * @property {number} passed
 * @property {readonly string[]} failed names of failed tests, and what failed outside a test
 * @property {readonly string[]} skipped by name
 * @property {ReadonlyMap<string, string>} reasons the beginning of each failure message, by the name of the test
 * @property {readonly string[]} tests every test of the report as `file: describe > name`, passed or not
 */

/**
 * The parts of Vitest's JSON report that are read.
 * @typedef {{ status: string, title: string, ancestorTitles?: string[], failureMessages?: string[] }} ReportedTest
 * @typedef {{ name: string, status: string, message?: string, assertionResults?: ReportedTest[] }} ReportedFile
 * @typedef {{ testResults?: ReportedFile[] }} Report
 */

/** Maximum length of a shown reason: enough for an assertion with its expected and actual values. */
const reasonLines = 14
const reasonCharacters = 1_000
// ANSI colours in Vitest's output.
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
const skippedStates = new Set(['pending', 'skipped', 'todo', 'disabled'])

/**
 * Judges a suite. It fails if a test failed, a file is broken, no test ran, there is no report, or the runner exited
 * with a code other than 0 for a reason that no test shows, such as an unhandled rejection or a crash.
 *
 * @param {Report | undefined} report undefined if the runner left none
 * @param {number} exitCode of the runner
 * @param {string} rootPath that file names are shown relative to, with a separator at its end
 * @param {string} [hang] what had not ended, if the gate had to end the runner
 * @returns {SuiteOutcome}
 */
export function judgeSuite(report, exitCode, rootPath, hang) {
  if (hang !== undefined) {
    return { passed: 0, failed: [hang.replaceAll(rootPath, '')], skipped: [], reasons: new Map(), tests: [] }
  }
  if (report === undefined) {
    const failed = [`the runner ended with exit code ${exitCode} and left no report: see its output above`]
    return { passed: 0, failed, skipped: [], reasons: new Map(), tests: [] }
  }
  const files = report.testResults ?? []
  const tests = files.flatMap((file) =>
    (file.assertionResults ?? []).map((test) => ({
      name: nameOf(file, test, rootPath),
      status: test.status,
      reason: beginningOf(test.failureMessages?.[0]),
    })),
  )
  const failedTests = tests.filter(({ status }) => status === 'failed')
  const failed = failedTests.map(({ name }) => name)
  const reasons = new Map(failedTests.map(({ name, reason }) => [name, reason]))
  // A file that fails before its first test has no failed test, but counts as failed.
  const brokenFiles = files.filter(
    (file) => file.status === 'failed' && !(file.assertionResults ?? []).some(({ status }) => status === 'failed'),
  )
  for (const file of brokenFiles) {
    const name = `${relativeName(file, rootPath)} (whole file)`
    failed.push(name)
    reasons.set(name, beginningOf(file.message))
  }
  const passed = tests.filter(({ status }) => status === 'passed').length
  const skipped = tests.filter(({ status }) => skippedStates.has(status)).map(({ name }) => name)
  if (passed + failed.length === 0) failed.push('no test ran')
  if (exitCode !== 0 && failed.length === 0) {
    failed.push(
      `the runner ended with exit code ${exitCode} although no test failed: see the error in its output above`,
    )
  }
  return { passed, failed, skipped, reasons, tests: tests.map(({ name }) => name) }
}

/** @param {string | undefined} message with colours and a stack */
function beginningOf(message = '') {
  const lines = message.replace(colours, '').split('\n')
  // Only lines of the stack in tests and sources are useful.
  const telling = lines.filter((line) => line.trim() !== '' && !/^\s*at .*(node_modules|node:)/.test(line))
  return telling.slice(0, reasonLines).join('\n').slice(0, reasonCharacters)
}

/** @param {ReportedFile} file @param {ReportedTest} test @param {string} rootPath */
function nameOf(file, test, rootPath) {
  return `${relativeName(file, rootPath)}: ${[...(test.ancestorTitles ?? []), test.title].join(' > ')}`
}

/** @param {ReportedFile} file @param {string} rootPath */
function relativeName({ name }, rootPath) {
  const relative = name.startsWith(rootPath) ? name.slice(rootPath.length) : name
  return relative.replaceAll('\\', '/')
}
