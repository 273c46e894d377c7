/**
 * `npm run package` makes the installers of this platform. `npm run package -- --dir` makes the app as an unpacked
 * folder, for which no tool from outside the npm registry is needed. With `--tar`, the system's tar packs that folder.
 *
 * `--for-tests` makes a separate folder, dist/for-tests, for tests/long/package.test.ts. It has the same files and
 * fuses, can be controlled over a debugging port, and is never released.
 *
 * Only the official Electron is shipped. With the registry's Electron, `--dir` makes a folder for a smoke test and
 * prints that.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buildApp } from './build.mjs'
import { prepareRunner } from './prepare-runner.mjs'
import { ensureElectron } from './setup/electron-runtime.mjs'
import { decidePackaging } from './setup/packaging.mjs'
import { repositoryPath } from './setup/paths.mjs'
import { reporterFor, runStep } from './setup/progress.mjs'
import { runCommand } from './setup/run-command.mjs'
import { SetupError } from './setup/setup-error.mjs'
import { openStaging } from './setup/staging.mjs'
import { removeStamp } from './setup/stamp.mjs'

const report = reporterFor(process.stdout)

const options = /** @type {const} */ (['--dir', '--tar', '--for-tests'])

/** @param {readonly string[]} args @returns {string | undefined} what is wrong with the command line */
function problemOf(args) {
  const unknown = args.filter((arg) => !options.some((option) => option === arg))
  if (unknown.length > 0) return `unknown: ${unknown.join(' ')}; known: ${options.join(' ')}`
  if (args.length > 0 && !args.includes('--dir')) return `${args.join(' ')} needs --dir`
}

/** @param {readonly string[]} args @returns {Promise<number>} exit code */
async function packageApp(args) {
  const problem = problemOf(args)
  if (problem !== undefined) {
    console.error(problem)
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
  const isForTests = args.includes('--for-tests')
  const outputPath = isForTests ? join('dist', 'for-tests') : 'dist'
  const stamp = isForTests ? 'for-tests' : runtime.kind
  const exitCode = await runElectronBuilder(runtime, { targets: decision.targets, stamp, outputPath })
  if (exitCode !== 0 || !args.includes('--tar')) return exitCode
  const packed = await runStep(report, 'tar.gz', async () => {
    const path = await packFolder(join(repositoryPath, outputPath))
    return { message: `${path} (${Math.round((await stat(path)).size / 1e6)} MB)`, value: path }
  })
  return packed === undefined ? 1 : 0
}

/**
 * Packs the folder that electron-builder made. Unpacked it is a folder of the name and version of the app.
 * @param {string} outputPath
 * @returns {Promise<string>} path of the archive
 */
async function packFolder(outputPath) {
  const { version } = JSON.parse(readFileSync(join(repositoryPath, 'package.json'), 'utf8'))
  const name = `headroom-${version}-${process.platform}-${process.arch}`
  const path = join(outputPath, `${name}.tar.gz`)
  // electron-builder's name of the folder; on macOS and Windows it is another, and those are not packed here.
  const folder = 'linux-unpacked'
  const names = ['--owner=0', '--group=0', '--numeric-owner', `--transform=s,^${folder},${name},`]
  const { exitCode, tail } = await runCommand('tar', ['-czf', path, ...names, '-C', outputPath, folder])
  if (exitCode !== 0) throw new SetupError(`the folder could not be packed: ${tail}`)
  return path
}

/**
 * @param {import('./setup/electron-runtime.mjs').ElectronRuntime} runtime
 * @param {{ targets: readonly string[], stamp: string, outputPath: string }} made
 */
async function runElectronBuilder(runtime, { targets, stamp, outputPath }) {
  const stagedPath = await openStaging('package')
  try {
    const distPath = join(stagedPath, 'electron')
    cpSync(runtime.distPath, distPath, { recursive: true, verbatimSymlinks: true })
    removeStamp(distPath)
    // Loader of the registry's runtime. A packaged app starts from its asar only.
    if (runtime.kind === 'registry') rmSync(join(distPath, 'resources', 'app'), { recursive: true })
    const electronBuilder = join(repositoryPath, 'node_modules', 'electron-builder', 'cli.js')
    const settings = [
      `-c.electronDist=${distPath}`,
      `-c.electronVersion=${runtime.electronVersion}`,
      // src/main/package-stamp.ts reads it, so that the package of a smoke test is not reported as official.
      `-c.extraMetadata.electronRuntime=${stamp}`,
      `-c.directories.output=${outputPath}`,
    ]
    const { status } = spawnSync(process.execPath, [electronBuilder, ...targets, ...settings, '--publish', 'never'], {
      cwd: repositoryPath,
      stdio: 'inherit',
    })
    return status ?? 1
  } finally {
    await rm(stagedPath, { recursive: true, force: true })
  }
}

process.exitCode = await packageApp(process.argv.slice(2))
