/**
 * `npm run ready`: everything that the window, a validation and all tests need, installed and built, and nothing started.
 */
import { pathToFileURL } from 'node:url'
import { ensureDebianPackages } from './setup/debian-packages.mjs'
import { ensureNodeModules } from './setup/node-modules.mjs'
import { nodeVersionProblem } from './setup/node-version.mjs'
import { reporterFor, runStep } from './setup/progress.mjs'
import { SetupError } from './setup/setup-error.mjs'

/** @param {import('./setup/progress.mjs').Reporter} report @returns {Promise<boolean>} whether all of it is ready */
async function makeReady(report) {
  const packages = await runStep(report, 'npm packages', async (onProgress) => {
    const value = await ensureNodeModules({ onProgress })
    return { message: value.isChanged ? 'installed' : 'unchanged', value }
  })
  if (packages === undefined) return false
  const system = await runStep(report, 'system packages', async (onProgress) => {
    const { missing, command } = await ensureDebianPackages({ onProgress })
    if (missing.length > 0) throw new SetupError(`missing ${missing.join(' ')}`, command)
    return { message: 'all there', value: true }
  })
  // They need npm packages, which a fresh clone has only now.
  const { buildApp, buildCli } = await import('./build.mjs')
  const { ensureElectron } = await import('./setup/electron-runtime.mjs')
  const { prepareRunner } = await import('./prepare-runner.mjs')
  const built = await runStep(report, 'app', async () => {
    const changes = [await buildCli(), await buildApp()]
    return { message: changes.some(({ isChanged }) => isChanged) ? 'built' : 'unchanged', value: true }
  })
  const electron = await runStep(report, 'Electron', async (onProgress) => {
    const value = await ensureElectron({ onProgress })
    return { message: `${value.electronVersion} (${value.kind})`, value }
  })
  const { isKafkaReady } = await prepareRunner(report)
  return isKafkaReady && [system, built, electron].every((each) => each !== undefined)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problem = nodeVersionProblem()
  if (problem !== undefined) console.error(problem)
  process.exitCode = problem === undefined && (await makeReady(reporterFor(process.stdout))) ? 0 : 1
}
