/**
 * Runs one suite in Vitest and judges it.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { runOrStop } from '../setup/run-to-end.mjs'
import { judgeSuite } from './outcome.mjs'

/**
 * @param {{ name: string }} suite
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
  const exitCode = await runOrStop(process.execPath, vitest, { cwd: rootPath, stdio })
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
