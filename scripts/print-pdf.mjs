/**
 * `node scripts/print-pdf.mjs HTML PDF PAPER` prints a page with the Electron that set-up found, without a window.
 *
 * Its last line is JSON: whether the page was printed and, if not, why and what to do. It builds the app if that is
 * stale.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from './build.mjs'
import { findElectron, findMissingLibrary } from './setup/electron-runtime.mjs'
import { electronArguments, hasDisplay } from './setup/launch.mjs'
import { repositoryPath } from './setup/paths.mjs'
import { runCommand } from './setup/run-command.mjs'
import { SetupError } from './setup/setup-error.mjs'

const longestMs = 150_000
const htmlRemedy = 'write the report with --format html and print it from a web browser'

/** @param {string} htmlPath @param {string} pdfPath @param {string} paper */
async function printPage(htmlPath, pdfPath, paper) {
  const runtime = findElectron()
  if (runtime === undefined)
    throw new SetupError('PDF is printed by Electron, and there is none yet', `run npm start once, or ${htmlRemedy}`)
  const missing = await findMissingLibrary(runtime)
  if (missing !== undefined) throw new SetupError(`Electron does not start: ${missing}`, `install it, or ${htmlRemedy}`)
  const display = virtualDisplay()
  await buildApp()
  const profilePath = await mkdtemp(join(tmpdir(), 'headroom-print-'))
  try {
    const args = ['--print', htmlPath, '--pdf', pdfPath, '--paper', paper, `--user-data-dir=${profilePath}`]
    await runElectron([...display, runtime.executablePath], electronArguments(repositoryPath, args))
  } finally {
    await rm(profilePath, { recursive: true, force: true })
  }
}

/** @param {readonly string[]} command @param {readonly string[]} args */
async function runElectron([command = '', ...before], args) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env }
  // Some editors' terminals set this variable, which would turn Electron into plain Node.
  delete env.ELECTRON_RUN_AS_NODE
  const { exitCode, tail } = await runCommand(command, [...before, ...args], { env, timeoutMs: longestMs })
  if (exitCode === 0) return
  const reason = tail.split('\n').findLast((line) => line.startsWith('Headroom did not')) ?? `exit code ${exitCode}`
  throw new SetupError(`Electron did not print the PDF: ${reason}`, htmlRemedy)
}

/** The command that provides a screen if there is none. Even a hidden page needs one. @returns {readonly string[]} */
function virtualDisplay() {
  if (hasDisplay()) return []
  if (spawnSync('xvfb-run', ['--help'], { stdio: 'ignore' }).error === undefined) return ['xvfb-run', '-a']
  throw new SetupError('PDF is printed by Electron, which needs a display', `install xvfb, or ${htmlRemedy}`)
}

const [htmlPath = '', pdfPath = '', paper = ''] = process.argv.slice(2)
/** @type {{ isPrinted: boolean, problem: string | null, remedy: string | null }} */
let answer = { isPrinted: true, problem: null, remedy: null }
try {
  await printPage(htmlPath, pdfPath, paper)
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  const remedy = error instanceof SetupError ? error.remedy : undefined
  answer = { isPrinted: false, problem: `${message}.`, remedy: remedy === undefined ? null : capitalised(remedy) }
}
process.stdout.write(`${JSON.stringify(answer)}\n`)
process.exitCode = answer.isPrinted ? 0 : 1

/** @param {string} text */
function capitalised(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
