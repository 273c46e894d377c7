/**
 * `npm start` leads from a fresh clone to an open window. It installs packages, builds, gets Electron and starts it.
 * The runner is set up in the background once the window is open. Without a display, the first validation runs in the
 * terminal instead.
 */
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureDebianPackages } from './setup/debian-packages.mjs'
import { electronArguments, hasDisplay, sandboxRemedy } from './setup/launch.mjs'
import { ensureNodeModules } from './setup/node-modules.mjs'
import { nodeVersionProblem } from './setup/node-version.mjs'
import { repositoryPath } from './setup/paths.mjs'
import { reporterFor, runStep } from './setup/progress.mjs'
import { runToEnd } from './setup/run-to-end.mjs'
import { SetupError } from './setup/setup-error.mjs'

const report = reporterFor(process.stdout)
const reportPath = join(repositoryPath, 'headroom-report')
const firstScenario = 'examples/first.headroom.json'

/** @param {readonly string[]} appArguments @returns {Promise<number>} exit code */
async function start(appArguments) {
  const problem = nodeVersionProblem()
  if (problem !== undefined) {
    console.error(problem)
    return 1
  }
  if (!(await installPackages())) return 1
  if (!hasDisplay()) {
    console.log('No display here, so no window: the same job in the terminal.')
    return runInTerminal(appArguments)
  }
  const executablePath = await prepareWindow()
  if (executablePath !== undefined) return openWindow(executablePath, appArguments)
  console.log('No window: see above. The same job in the terminal:')
  return runInTerminal(appArguments)
}

/** @returns {Promise<boolean>} false when a required package is missing */
async function installPackages() {
  const installed = await runStep(report, 'npm packages', async (onProgress) => {
    const value = await ensureNodeModules({ onProgress })
    return { message: value.isChanged ? 'installed' : 'unchanged', value }
  })
  if (installed === undefined) return false
  // A missing system package does not stop the start: the step that needs it reports it again.
  await runStep(report, 'system packages', async (onProgress) => {
    const { missing, command } = await ensureDebianPackages({ onProgress })
    if (missing.length > 0) throw new SetupError(`missing ${missing.join(' ')}`, command)
    return { message: 'all there', value: true }
  })
  return true
}

/** @returns {Promise<string | undefined>} the Electron to start; undefined when no window can be opened */
async function prepareWindow() {
  // Imported here, because both need npm packages, which a fresh clone has only now.
  const { buildApp } = await import('./build.mjs')
  const { ensureElectron, findMissingLibrary } = await import('./setup/electron-runtime.mjs')
  const built = await runStep(report, 'app', async () => {
    const value = await buildApp()
    return { message: value.isChanged ? 'built' : 'unchanged', value }
  })
  if (built === undefined) return undefined
  return runStep(report, 'Electron', async (onProgress) => {
    const runtime = await ensureElectron({ onProgress })
    const missing = await findMissingLibrary(runtime)
    if (missing !== undefined)
      throw new SetupError(`Electron does not start: ${missing}`, 'install the system packages named above')
    return { message: `${runtime.electronVersion} (${runtime.kind})`, value: runtime.executablePath }
  })
}

/** @param {string} executablePath @param {readonly string[]} appArguments @returns {Promise<number>} exit code */
async function openWindow(executablePath, appArguments) {
  console.log('Opening the window; the load runner and the embedded Kafka get ready behind it.')
  // The workbench runs set-up with this Node, because fuses may prevent Electron's binary from running scripts.
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, npm_node_execpath: process.execPath }
  // Some editors' terminals set this variable, which would turn Electron into plain Node.
  delete env.ELECTRON_RUN_AS_NODE
  const args = electronArguments(repositoryPath, appArguments)
  const exitCode = await runToEnd(executablePath, args, { cwd: repositoryPath, env })
  const remedy = exitCode === 0 ? undefined : sandboxRemedy(dirname(executablePath))
  if (remedy !== undefined) console.error(remedy)
  return exitCode
}

/** @param {readonly string[]} cliArguments */
async function runInTerminal(cliArguments) {
  const { prepareRunner } = await import('./prepare-runner.mjs')
  const { isRunnerReady } = await prepareRunner(report)
  if (!isRunnerReady) {
    console.log(`Predictions need none of that: npm run -s headroom -- predict ${firstScenario}`)
    return 1
  }
  const headroom = fileURLToPath(new URL('headroom.mjs', import.meta.url))
  const command = ['validate', firstScenario, '--target', 'embedded', '--yes', '--report', reportPath, ...cliArguments]
  console.log(`headroom ${command.join(' ')}`)
  const exitCode = await runToEnd(process.execPath, [headroom, ...command], { cwd: repositoryPath })
  if (exitCode === 0) console.log(`The report is in ${relative(process.cwd(), reportPath) || reportPath}`)
  return exitCode
}

try {
  process.exitCode = await start(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
