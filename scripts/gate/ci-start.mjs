/**
 * The first half of CI: runs `npm start` like a newcomer without a display. Its run must be confirmed on real Kafka. If
 * noise of the machine prevented that, it is tried once more, and the output says so. Exit code 0: confirmed.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repositoryPath as root } from '../setup/paths.mjs'
import { runToEnd } from '../setup/run-to-end.mjs'
import { noiseReasons } from './noise.mjs'

const reportPath = join(root, 'headroom-report')

/** @typedef {{ target?: { kind?: string }, overlay?: { verdict?: string, reasonCode?: string, reason?: string } | null }} RunFile */

/**
 * @param {RunFile | undefined} run the run file in the report; undefined if there is no report
 * @returns {{ kind: 'confirmed' | 'noise' | 'failed', text: string }}
 */
export function judgeStart(run) {
  if (run === undefined) return { kind: 'failed', text: 'the start left no report of its run' }
  const target = run.target?.kind ?? 'an unknown target'
  const reason = run.overlay?.reason ?? 'the run has no verdict'
  if (target !== 'embedded:kafka') return { kind: 'failed', text: `the run was on ${target}, not on real Kafka` }
  if (run.overlay?.verdict === 'confirmed') return { kind: 'confirmed', text: reason }
  const isNoise = run.overlay?.verdict === 'not-proven' && noiseReasons.includes(run.overlay.reasonCode ?? '')
  return { kind: isNoise ? 'noise' : 'failed', text: reason }
}

/** @returns {string[]} run files of the report folder */
function reportedRuns() {
  try {
    return readdirSync(reportPath).filter((name) => name.endsWith('.json'))
  } catch {
    // The folder does not exist before the first start.
    return []
  }
}

/** @returns {Promise<ReturnType<typeof judgeStart>>} */
async function startOnce() {
  const before = new Set(reportedRuns())
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env }
  delete env.DISPLAY
  delete env.WAYLAND_DISPLAY
  const exitCode = await runToEnd('npm', ['start'], { cwd: root, env })
  if (exitCode !== 0) return { kind: 'failed', text: `npm start ended with exit code ${exitCode}` }
  const name = reportedRuns().find((candidate) => !before.has(candidate))
  return judgeStart(name === undefined ? undefined : JSON.parse(readFileSync(join(reportPath, name), 'utf8')))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  let outcome = await startOnce()
  if (outcome.kind === 'noise') {
    console.log(`tried again: start: attempt 1: ${outcome.text}`)
    outcome = await startOnce()
  }
  console.log(`start: ${outcome.kind === 'confirmed' ? 'confirmed on real Kafka' : 'FAILED'}: ${outcome.text}`)
  process.exitCode = outcome.kind === 'confirmed' ? 0 : 1
}
