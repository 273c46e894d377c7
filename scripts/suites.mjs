/**
 * The suites of `npm test` and `npm run test:long`, and what each needs before it can run.
 */

/**
 * @typedef {'electron' | 'runner' | 'kafka' | 'display'} Need
 * @typedef {{ name: string, project: string, needs: readonly Need[] }} Suite
 */

/** @type {readonly Suite[]} */
export const shortSuites = [
  { name: 'unit', project: 'unit', needs: [] },
  { name: 'contract', project: 'contract', needs: [] },
  { name: 'integration', project: 'integration', needs: ['runner', 'kafka'] },
  { name: 'verdicts', project: 'verdicts', needs: ['runner', 'kafka'] },
  { name: 'faults', project: 'faults', needs: ['runner', 'kafka'] },
  { name: 'e2e', project: 'e2e', needs: ['electron', 'display', 'runner', 'kafka'] },
]

/** @type {readonly Suite[]} */
export const longSuites = [
  { name: 'long', project: 'long', needs: ['runner', 'kafka'] },
  { name: 'long-verdicts', project: 'long-verdicts', needs: ['runner', 'kafka'] },
  { name: 'long-and-light', project: 'long-and-light', needs: ['runner', 'kafka'] },
]

/**
 * Why a suite cannot run here, or null.
 * @param {Suite} suite
 * @param {ReadonlyMap<Need, string>} missing what could not be made ready, with the remedy
 */
export function whySkipped(suite, missing) {
  const reasons = suite.needs.flatMap((need) => {
    const reason = missing.get(need)
    return reason === undefined ? [] : [reason]
  })
  return reasons.length === 0 ? null : reasons.join('; ')
}

/**
 * Why something could not be made ready, with what to do about it.
 * @param {unknown} error one of set-up's, with its remedy
 */
export function reasonOf(error) {
  const message = error instanceof Error ? error.message : String(error)
  const remedy = error instanceof Error && 'remedy' in error ? error.remedy : undefined
  return typeof remedy === 'string' ? `${message}: ${remedy}` : message
}

/**
 * What suites go without after steps of `prepare-runner.mjs --json` that failed, each with its reason and remedy.
 * @param {string} output one JSON object a line
 * @returns {Map<Need, string>}
 */
export function needsOfFailedSteps(output) {
  const steps = output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
  return new Map(
    steps
      .filter(({ state }) => state === 'failed')
      .map(({ step, message, remedy }) => [
        step === 'kafka-jars' ? 'kafka' : 'runner',
        typeof remedy === 'string' ? `${message}: ${remedy}` : message,
      ]),
  )
}

/**
 * Adds up what Vitest's JSON report says.
 * @param {{ numPassedTests?: number, testResults?: { name?: string, status?: string, assertionResults?: { status: string, fullName: string }[] }[] }} report
 * @returns {{ passed: number, failed: string[], skipped: string[] }} `failed` and `skipped` by full name
 */
export function countReport(report) {
  const files = report.testResults ?? []
  const tests = files.flatMap((file) => file.assertionResults ?? [])
  const skipped = tests.filter((test) => ['pending', 'skipped', 'todo', 'disabled'].includes(test.status))
  const failed = tests.filter((test) => test.status === 'failed')
  // A file that fails before its first test has no failed test, yet it failed.
  const brokenFiles = files.filter(
    (file) => file.status === 'failed' && !(file.assertionResults ?? []).some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests ?? 0,
    failed: [
      ...failed.map((test) => test.fullName),
      ...brokenFiles.map((file) => `${file.name ?? 'a file'} (whole file)`),
    ],
    skipped: skipped.map((test) => test.fullName),
  }
}
