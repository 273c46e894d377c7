/**
 * Runs one suite in Vitest and judges the outcome.
 */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runOrStop } from '../setup/run-to-end.mjs'
import { watchForHang } from './hang-watch.mjs'
import { judgeSuite } from './outcome.mjs'
import { progressPathOf } from './progress-reporter.mjs'

const progressReporter = fileURLToPath(new URL('progress-reporter.mjs', import.meta.url))

/**
 * @param {{ name: string, testTimeoutMs: number }} suite a test may take `testTimeoutMs`, and its hooks as long again. If
 *   nothing ends for three times that long, something hangs that Vitest cannot end.
 * @param {object} where
 * @param {string} where.rootPath with the Vitest configuration that has the suite as a project
 * @param {string} where.artefactsPath the report is written here
 * @param {'inherit' | 'ignore' | 'later'} [where.stdio] where Vitest's output goes. `later`: it is printed when the suite has
 *   ended, because another suite is printing until then.
 * @returns {Promise<import('./outcome.mjs').SuiteOutcome>}
 */
export async function runSuite(suite, { rootPath, artefactsPath, stdio = 'inherit' }) {
  const outputFile = join(artefactsPath, `${suite.name}.json`)
  mkdirSync(artefactsPath, { recursive: true })
  rmSync(outputFile, { force: true })
  const vitest = [
    join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs'),
    'run',
    '--project',
    suite.name,
    '--reporter=default',
    '--reporter=json',
    `--reporter=${progressReporter}`,
    `--outputFile.json=${outputFile}`,
  ]
  /** @type {string | undefined} */
  let hang
  let stopWatching = () => {}
  const logPath = join(artefactsPath, `${suite.name}.log`)
  const log = stdio === 'later' ? openSync(logPath, 'w') : null
  const exitCode = await runOrStop(process.execPath, vitest, {
    cwd: rootPath,
    stdio: stdio === 'later' ? ['ignore', log, log] : stdio,
    onStart: (pid) => {
      const progressPath = progressPathOf(outputFile)
      stopWatching = watchForHang({ pid, progressPath, silenceMs: 3 * suite.testTimeoutMs }, (what) => {
        hang = what
        if (stdio !== 'ignore') console.error(what)
      })
    },
  })
  stopWatching()
  if (log !== null) {
    closeSync(log)
    process.stdout.write(readFileSync(logPath, 'utf8'))
  }
  return judgeSuite(readReport(outputFile), exitCode, rootPath + sep, hang)
}

/** @param {string} path @returns {import('./outcome.mjs').Report | undefined} */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // The report is missing or incomplete, because Vitest did not end normally.
    return undefined
  }
}
