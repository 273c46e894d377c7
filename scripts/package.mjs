/**
 * `npm run package`: the installers of this platform. `npm run package -- --dir`: the app as a folder, unpacked, which
 * needs no tool from outside the npm registry.
 *
 * Only the official Electron is shipped. Where there is only the registry's, `--dir` makes a folder for a smoke test and
 * says so.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildApp } from './build.mjs'
import { prepareRunner } from './prepare-runner.mjs'
import { ensureElectron } from './setup/electron-runtime.mjs'
import { decidePackaging } from './setup/packaging.mjs'
import { repositoryPath } from './setup/paths.mjs'
import { reporterFor, runStep } from './setup/progress.mjs'
import { openStaging } from './setup/staging.mjs'
import { removeStamp } from './setup/stamp.mjs'

const report = reporterFor(process.stdout)

/** @param {readonly string[]} args @returns {Promise<number>} exit code */
async function packageApp(args) {
  const unknown = args.filter((arg) => arg !== '--dir')
  if (unknown.length > 0) {
    console.error(`unknown: ${unknown.join(' ')}; known: --dir`)
    return 2
  }
  const runtime = await runStep(report, 'Electron', async (onProgress) => {
    const value = await ensureElectron({ onProgress })
    return { message: `${value.electronVersion} (${value.kind})`, value }
  })
  if (runtime === undefined) return 1
  const decision = decidePackaging(runtime, args.includes('--dir'))
  if (decision.warning !== undefined) console.error(decision.warning)
  if (!decision.isAllowed) return 1
  const app = await runStep(report, 'app', async () => ({ message: 'built', value: await buildApp() }))
  const { isRunnerReady, isKafkaReady } = await prepareRunner(report)
  if (app === undefined || !isRunnerReady || !isKafkaReady) return 1
  return runElectronBuilder(runtime, decision.targets)
}

/** @param {import('./setup/electron-runtime.mjs').ElectronRuntime} runtime @param {readonly string[]} targets */
async function runElectronBuilder(runtime, targets) {
  const stagedPath = await openStaging('package')
  try {
    const distPath = join(stagedPath, 'electron')
    cpSync(runtime.distPath, distPath, { recursive: true, verbatimSymlinks: true })
    removeStamp(distPath)
    // The registry runtime's own loader: a packaged app starts from its asar alone.
    if (runtime.kind === 'registry') rmSync(join(distPath, 'resources', 'app'), { recursive: true })
    const electronBuilder = join(repositoryPath, 'node_modules', 'electron-builder', 'cli.js')
    const options = [
      `-c.electronDist=${distPath}`,
      `-c.electronVersion=${runtime.electronVersion}`,
      // src/main/official-runtime.ts reads it, so that a smoke test's package does not call itself official.
      `-c.extraMetadata.electronRuntime=${runtime.kind}`,
    ]
    const { status } = spawnSync(process.execPath, [electronBuilder, ...targets, ...options, '--publish', 'never'], {
      cwd: repositoryPath,
      stdio: 'inherit',
    })
    return status ?? 1
  } finally {
    await rm(stagedPath, { recursive: true, force: true })
  }
}

process.exitCode = await packageApp(process.argv.slice(2))
