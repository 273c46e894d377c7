/**
 * Makes ready what the suites need: packages, builds, Electron, the runner, Kafka.
 */
import { spawnSync } from 'node:child_process'
import { ensureDebianPackages } from '../setup/debian-packages.mjs'
import { hasDisplay } from '../setup/launch.mjs'
import { ensureNodeModules } from '../setup/node-modules.mjs'
import { repositoryPath as root } from '../setup/paths.mjs'
import { reporterFor, runStep } from '../setup/progress.mjs'
import { runOrStop } from '../setup/run-to-end.mjs'
import { needsOfFailedSteps, reasonOf } from './suites.mjs'

/** @returns {Promise<boolean>} false where nothing can be tested, which was said */
export async function makeReadyForAll() {
  const installed = await runStep(reporterFor(process.stdout), 'npm packages', async (onProgress) => {
    const value = await ensureNodeModules({ onProgress })
    return { message: value.isChanged ? 'installed' : 'unchanged', value }
  })
  if (installed === undefined) return false
  const debian = await ensureDebianPackages()
  if (debian.missing.length > 0)
    console.log(`missing Debian packages: ${debian.missing.join(' ')}\nrun: ${debian.command}`)
  return runScript('scripts/build.mjs')
}

/**
 * Only what the suites that were asked for need.
 *
 * @param {ReadonlySet<import('./suites.mjs').Need>} needs
 * @returns {Promise<Map<import('./suites.mjs').Need, string>>} what could not be made ready, with reason and remedy
 */
export async function makeReadyFor(needs) {
  /** @type {Map<import('./suites.mjs').Need, string>} */
  const missing = new Map()
  if (needs.has('display') && !hasDisplay() && !hasVirtualDisplay()) {
    missing.set('display', 'no X server and no xvfb-run: install xvfb')
  }
  if (needs.has('electron')) {
    // It needs npm packages, which a fresh clone has only now.
    const { ensureElectron } = await import('../setup/electron-runtime.mjs')
    try {
      await ensureElectron({ onProgress: ({ message }) => console.log(message) })
    } catch (error) {
      missing.set('electron', reasonOf(error))
    }
  }
  if (!needs.has('runner') && !needs.has('kafka')) return missing
  await runScript('scripts/prepare-runner.mjs')
  const script = ['scripts/prepare-runner.mjs', '--json']
  const status = spawnSync(process.execPath, script, { cwd: root, encoding: 'utf8' })
  return new Map([...missing, ...needsOfFailedSteps({ output: status.stdout, exitCode: status.status })])
}

/** @param {string} path of one of our scripts @returns {Promise<boolean>} whether it ended well */
export async function runScript(path) {
  return (await runOrStop(process.execPath, [path], { cwd: root })) === 0
}

function hasVirtualDisplay() {
  return spawnSync('xvfb-run', ['--help'], { stdio: 'ignore' }).error === undefined
}
