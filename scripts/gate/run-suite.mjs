/**
 * Runs one suite in Vitest and judges it.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { hasDisplay } from '../setup/launch.mjs'
import { runOrStop } from '../setup/run-to-end.mjs'
import { judgeSuite } from './outcome.mjs'

/**
 * @param {{ name: string, needs: readonly import('./suites.mjs').Need[] }} suite
 * @param {object} where
 * @param {string} where.rootPath with the Vitest configuration that has the suite as a project
 * @param {string} where.artefactsPath the report is written here
 * @param {'inherit' | 'ignore'} [where.stdio] what becomes of Vitest's own output
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
    `--outputFile.json=${outputFile}`,
  ]
  const [command, args] =
    suite.needs.includes('display') && !hasDisplay()
      ? ['xvfb-run', ['-a', '-s', '-screen 0 1920x1200x24', process.execPath, ...vitest]]
      : [process.execPath, vitest]
  const exitCode = await runOrStop(command, args, { cwd: rootPath, stdio })
  return judgeSuite(readReport(outputFile), exitCode, rootPath + sep)
}

/** @param {string} path @returns {import('./outcome.mjs').Report | undefined} */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // No report, or half of one: Vitest itself did not come to its end.
    return undefined
  }
}
