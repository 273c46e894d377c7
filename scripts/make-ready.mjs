/**
 * `npm run ready` installs and builds everything that the window, validations and all tests need, and starts nothing.
 */
import { pathToFileURL } from 'node:url'
import { ensureDebianPackages } from './setup/debian-packages.mjs'
import { ensureNodeModules } from './setup/node-modules.mjs'
import { nodeVersionProblem } from './setup/node-version.mjs'
import { reporterFor, runStep } from './setup/progress.mjs'
import { SetupError } from './setup/setup-error.mjs'

/** @typedef {import('./setup/progress.mjs').StepProgress} FailedStep with state `failed` */

/**
 * @param {import('./setup/progress.mjs').Reporter} report
 * @param {{ withElectron: boolean, withRunner: boolean }} wanted
 * @returns {Promise<FailedStep[]>} the steps that failed, each with message and remedy; empty if all is ready
 */
export async function makeReady(report, { withElectron, withRunner }) {
  /** @type {FailedStep[]} */
  const failed = []
  /** @type {import('./setup/progress.mjs').Reporter} */
  const noting = (progress) => {
    if (progress.state === 'failed') failed.push(progress)
    report(progress)
  }
  const packages = await runStep(noting, 'npm packages', async (onProgress) => {
    const value = await ensureNodeModules({ onProgress })
    return { message: value.isChanged ? 'installed' : 'unchanged', value }
  })
  if (packages === undefined) return failed
  await runStep(noting, 'system packages', async (onProgress) => {
    const { missing, command } = await ensureDebianPackages({ onProgress })
    if (missing.length > 0) throw new SetupError(`missing ${missing.join(' ')}`, command)
    return { message: 'all there', value: true }
  })
  await runStep(noting, 'app', async () => {
    // Imported here, because it needs npm packages, which a fresh clone has only now.
    const { buildApp, buildCli } = await import('./build.mjs')
    const changes = [await buildCli(), await buildApp()]
    return { message: changes.some(({ isChanged }) => isChanged) ? 'built' : 'unchanged', value: true }
  })
  if (withElectron) {
    await runStep(noting, 'Electron', async (onProgress) => {
      const { ensureElectron } = await import('./setup/electron-runtime.mjs')
      const value = await ensureElectron({ onProgress })
      return { message: `${value.electronVersion} (${value.kind})`, value }
    })
  }
  if (withRunner) {
    const { prepareRunner } = await import('./prepare-runner.mjs')
    await prepareRunner(noting)
  }
  return failed
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problem = nodeVersionProblem()
  if (problem !== undefined) console.error(problem)
  const wanted = { withElectron: true, withRunner: true }
  const isReady = problem === undefined && (await makeReady(reporterFor(process.stdout), wanted)).length === 0
  process.exitCode = isReady ? 0 : 1
}
