/**
 * `npm test` prepares what tests need, runs every suite at its shortest meaningful length, and prints the time of each. At
 * the end it counts passed, failed and skipped tests, and names the last two. `npm run test:long` runs the long parts instead.
 *
 * Exit code 0: all passed. 1: something failed. 2: nothing failed, and a suite could not be made ready.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseGateArguments, usage } from './gate/arguments.mjs'
import { startBusyProcesses } from './gate/busy-processes.mjs'
import { busyShare, readProcessorTimes } from './gate/processor-use.mjs'
import { goneLine, newTestsText } from './gate/recorded-lines.mjs'
import { compareTests, readRecorded, writeRecorded } from './gate/recorded-tests.mjs'
import { readRetries, retriesPath, retryLines } from './gate/retries.mjs'
import { runSuite } from './gate/run-suite.mjs'
import { lacksOf, needsOfFailedSteps, roundsOf } from './gate/suites.mjs'
import { closeTally, emptyTally, exitFailed, failure } from './gate/tally.mjs'
import { makeReady } from './make-ready.mjs'
import { describeMissing } from './setup/debian-packages.mjs'
import { hasDisplay } from './setup/launch.mjs'
import { nodeVersionProblem } from './setup/node-version.mjs'
import { repositoryPath as root } from './setup/paths.mjs'
import { reporterFor } from './setup/progress.mjs'
import { runOrStop } from './setup/run-to-end.mjs'

const artefactsPath = join(root, 'test-artifacts')

/** @param {number} startedAtMs */
function seconds(startedAtMs) {
  return `${((Date.now() - startedAtMs) / 1000).toFixed(0)} s`
}

/**
 * Runs a suite once and adds the outcome to the tally.
 *
 * @param {import('./gate/suites.mjs').Suite} suite
 * @param {import('./gate/tally.mjs').Tally} tally
 * @param {'inherit' | 'later'} stdio as of `runSuite`
 * @returns {Promise<string>} the line of its figures
 */
async function testSuite(suite, tally, stdio) {
  const startedAtMs = Date.now()
  const startTimes = readProcessorTimes()
  const outcome = await runSuite(suite, { rootPath: root, artefactsPath, stdio })
  const recordedPath = join(root, 'tests', 'recorded', `${suite.name}.txt`)
  const recorded = readRecorded(recordedPath)
  const { gone, added } = compareTests(recorded, outcome.tests)
  const lost = gone.map((name) => goneLine(suite.name, name))
  const failed = [...outcome.failed, ...lost]
  tally.passed += outcome.passed
  tally.failed.push(...failed.map((name) => failure(suite.name, name, outcome.reasons.get(name))))
  tally.skipped.push(...outcome.skipped.map((name) => `${suite.name}: ${name}`))
  const isRecordedNow = added.length > 0 && failed.length === 0 && process.env.CI !== 'true'
  if (isRecordedNow) writeRecorded(recordedPath, [...recorded, ...added])
  const news = newTestsText(suite.name, added.length, isRecordedNow)
  const busy = busyShare(startTimes, readProcessorTimes())
  const use = busy === null ? '' : ` (processors ${(busy * 100).toFixed(0)} % busy)`
  return `${suite.name}: ${outcome.passed} passed, ${failed.length} failed in ${seconds(startedAtMs)}${use}${news}`
}

/**
 * Runs a requested suite as often as requested, unless it is left out or cannot run.
 *
 * @param {import('./gate/suites.mjs').Suite} suite
 * @param {object} asked
 * @param {import('./gate/arguments.mjs').GateRequest} asked.request
 * @param {ReadonlyMap<import('./gate/suites.mjs').Need, string>} asked.missing
 * @param {import('./gate/tally.mjs').Tally} asked.tally
 * @param {'inherit' | 'later'} asked.stdio as of `runSuite`
 * @returns {Promise<string[]>} a line for each run
 */
async function testAsked(suite, { request, missing, tally, stdio }) {
  if (suite.needs.some((need) => request.without.includes(need))) {
    tally.skipped.push(`suite ${suite.name}: left out by --without ${request.without.join(',')}`)
    return []
  }
  const reasons = lacksOf(suite, missing).map(({ reason }) => reason)
  if (reasons.length > 0) {
    tally.notReady.push(`suite ${suite.name}: ${reasons.join('; ')}`)
    return [`${suite.name}: NOT RUN (${reasons.join('; ')})`]
  }
  const lines = []
  for (let run = 0; run < request.times; run += 1) lines.push(await testSuite(suite, tally, stdio))
  return lines
}

/**
 * @param {import('./gate/arguments.mjs').GateRequest} request
 * @returns {Promise<number>} exit code
 */
async function test(request) {
  const startedAtMs = Date.now()
  mkdirSync(artefactsPath, { recursive: true })
  rmSync(retriesPath, { force: true })
  const wanted = request.suites.filter(({ needs }) => !needs.some((need) => request.without.includes(need)))
  const needed = wanted.flatMap(({ needs }) => needs)
  const failedSteps = await makeReady(reporterFor(process.stdout), {
    withElectron: needed.includes('electron'),
    withRunner: needed.includes('runner'),
  })
  const missing = needsOfFailedSteps(failedSteps)
  if (missing === undefined) {
    console.error('Nothing was tested: see above.\n0 passed, 1 failed, 0 skipped')
    return exitFailed
  }
  if (needed.includes('display') && !hasDisplay() && spawnSync('Xvfb', ['-version']).error !== undefined) {
    missing.set('display', `no display and no Xvfb: ${describeMissing(['xvfb'], process.getuid?.() === 0).command}`)
  }
  console.log(`--- made ready in ${seconds(startedAtMs)}`)
  const tally = emptyTally()
  /** @type {string[]} */
  const lines = []
  if (request.isSubset) lines.push(`only what was asked for: ${request.suites.map(({ name }) => name).join(', ')}`)
  if (!request.isLong && !request.isSubset) {
    const checkStartedAtMs = Date.now()
    const isClean = (await runOrStop(process.execPath, ['scripts/check.mjs'], { cwd: root })) === 0
    if (isClean) tally.passed += 1
    else tally.failed.push('check: see its output above')
    lines.push(`check: ${isClean ? 'passed' : 'FAILED'} in ${seconds(checkStartedAtMs)}`)
  }
  const stopBusyProcesses = startBusyProcesses(request.busyProcesses)
  if (request.busyProcesses > 0) lines.push(`beside ${request.busyProcesses} busy processes`)
  for (const round of roundsOf(request.suites)) {
    const ofRound = round.map(async (suite, index) => {
      const stdio = index === 0 ? 'inherit' : 'later'
      return await testAsked(suite, { request, missing, tally, stdio })
    })
    lines.push(...(await Promise.all(ofRound)).flat())
  }
  stopBusyProcesses()
  const closing = closeTally(tally, request.isAllRequired)
  const retried = retryLines(readRetries(retriesPath))
  console.log(['', ...lines, `total: ${seconds(startedAtMs)}`, ...retried, ...closing.lines].join('\n'))
  return closing.exitCode
}

const problem = nodeVersionProblem()
const parsed = parseGateArguments(process.argv.slice(2), process.env)
if (problem !== undefined) {
  console.error(problem)
  process.exitCode = exitFailed
} else if ('problems' in parsed) {
  console.error([...parsed.problems, usage].join('\n'))
  process.exitCode = exitFailed
} else {
  process.exitCode = await test(parsed.request)
}
