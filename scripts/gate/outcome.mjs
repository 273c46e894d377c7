/**
 * What a suite's run says: its report and the exit code of its runner, together.
 */

/**
 * @typedef {object} SuiteOutcome
 * @property {number} passed
 * @property {readonly string[]} failed by name; what failed outside a test too
 * @property {readonly string[]} skipped by name
 * @property {readonly string[]} tests every test of the report as `file: describe > name`, whatever became of it
 */

/**
 * The parts of Vitest's JSON report that are read.
 * @typedef {{ status: string, title: string, ancestorTitles?: string[] }} ReportedTest
 * @typedef {{ name: string, status: string, message?: string, assertionResults?: ReportedTest[] }} ReportedFile
 * @typedef {{ testResults?: ReportedFile[] }} Report
 */

const skippedStates = new Set(['pending', 'skipped', 'todo', 'disabled'])

/**
 * Judges a suite. It fails where a test failed, a file broke, no test ran, there is no report, or the runner ended with
 * another code than 0 for a reason that no test shows (an unhandled rejection, a crash).
 *
 * @param {Report | undefined} report undefined where the runner left none
 * @param {number} exitCode of the runner
 * @param {string} rootPath that file names are shown relative to, with a separator at its end
 * @returns {SuiteOutcome}
 */
export function judgeSuite(report, exitCode, rootPath) {
  if (report === undefined) {
    const failed = [`the runner ended with exit code ${exitCode} and left no report: see its output above`]
    return { passed: 0, failed, skipped: [], tests: [] }
  }
  const files = report.testResults ?? []
  const tests = files.flatMap((file) =>
    (file.assertionResults ?? []).map((test) => ({ name: nameOf(file, test, rootPath), status: test.status })),
  )
  const failed = tests.filter(({ status }) => status === 'failed').map(({ name }) => name)
  // A file that fails before its first test has no failed test, yet it failed.
  const brokenFiles = files.filter(
    (file) => file.status === 'failed' && !(file.assertionResults ?? []).some(({ status }) => status === 'failed'),
  )
  failed.push(...brokenFiles.map((file) => `${relativeName(file, rootPath)} (whole file)`))
  const passed = tests.filter(({ status }) => status === 'passed').length
  const skipped = tests.filter(({ status }) => skippedStates.has(status)).map(({ name }) => name)
  if (passed + failed.length === 0) failed.push('no test ran')
  if (exitCode !== 0 && failed.length === 0) {
    failed.push(
      `the runner ended with exit code ${exitCode} although no test failed: see the error in its output above`,
    )
  }
  return { passed, failed, skipped, tests: tests.map(({ name }) => name) }
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
