/**
 * `npm run build` builds out/cli, src/runner/dist and out/{main,preload,renderer}, each only if it is stale.
 *
 * To build only one of the three, import its function or run `node scripts/build.mjs cli|runner|app`.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fingerprint } from './setup/fingerprint.mjs'
import { withLock } from './setup/lock.mjs'
import { repositoryPath, runnerPath } from './setup/paths.mjs'
import { reporterFor, runStep } from './setup/progress.mjs'
import { cleanEnvironment, runCommand } from './setup/run-command.mjs'
import { SetupError } from './setup/setup-error.mjs'
import { openStaging, swapIn } from './setup/staging.mjs'
import { readStamp, removeStamp, writeStamp } from './setup/stamp.mjs'

/** @typedef {{ isChanged: boolean }} BuildOutcome */
/** @typedef {import('./setup/progress.mjs').StepProgress} StepProgress */

const cliPath = join(repositoryPath, 'out', 'cli')
const runnerDistPath = join(runnerPath, 'dist')
/** electron-vite builds this folder last and empties it first, so a stamp in it is valid for all three folders. */
const rendererPath = join(repositoryPath, 'out', 'renderer')

const sources = ['src', 'package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs', 'electron.vite.config.ts']

/** Pure JavaScript that is faster to load from the bundle than from a hundred files. */
const inlinedDependencies = new Set(['zod'])

/** Modules that stay outside the runner's bundles: native code, and a client that reads files of its own package. */
const runnerExternals = ['node-rdkafka', 'kafkajs']

/** True if `buildCli()` would build. Takes a few milliseconds. */
export function isCliStale() {
  return readStamp(cliPath, sourcesHash()) === undefined
}

/** The command line: out/cli/headroom.mjs. @returns {Promise<BuildOutcome>} */
export async function buildCli() {
  return rebuildWhenStale('build-cli', cliPath, async (stagedPath) => {
    const { dependencies } = JSON.parse(await readFile(join(repositoryPath, 'package.json'), 'utf8'))
    await bundle({
      entries: { headroom: join(repositoryPath, 'src', 'cli', 'main.ts') },
      outputPath: stagedPath,
      target: 'node20.19',
      externals: Object.keys(dependencies).filter((name) => !inlinedDependencies.has(name)),
    })
  })
}

/** The runner's processes: src/runner/dist/{host,agent,worker,delay-proxy,simulated,watchdog}.mjs. @returns {Promise<BuildOutcome>} */
export async function buildRunner() {
  return rebuildWhenStale('build-runner', runnerDistPath, async (stagedPath) => {
    await bundle({
      entries: {
        host: join(runnerPath, 'host', 'main.ts'),
        agent: join(runnerPath, 'agent', 'main.ts'),
        worker: join(runnerPath, 'worker', 'main.ts'),
        'delay-proxy': join(runnerPath, 'embedded', 'delay-proxy-main.ts'),
        simulated: join(runnerPath, 'embedded', 'simulated-main.ts'),
        watchdog: join(runnerPath, 'embedded', 'watchdog-main.ts'),
      },
      outputPath: stagedPath,
      target: 'node24',
      externals: runnerExternals,
    })
  })
}

/** The window: out/main, out/preload, out/renderer, by electron-vite. @returns {Promise<BuildOutcome>} */
export async function buildApp() {
  const inputsHash = sourcesHash()
  if (readStamp(rendererPath, inputsHash) !== undefined) return { isChanged: false }
  return withLock('build-app', {}, async () => {
    if (readStamp(rendererPath, inputsHash) !== undefined) return { isChanged: false }
    removeStamp(rendererPath)
    const electronVite = join(repositoryPath, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
    const { exitCode, tail } = await runCommand(process.execPath, [electronVite, 'build', '--logLevel', 'warn'], {
      cwd: repositoryPath,
      env: { ...cleanEnvironment(), NO_COLOR: '1' },
      timeoutMs: 5 * 60_000,
    })
    if (exitCode !== 0) throw new SetupError(`the app does not build: ${buildError(tail)}`)
    writeStamp(rendererPath, inputsHash)
    return { isChanged: true }
  })
}

/**
 * @param {string} lockName
 * @param {string} outputPath
 * @param {(stagedPath: string) => Promise<void>} build
 * @returns {Promise<BuildOutcome>}
 */
async function rebuildWhenStale(lockName, outputPath, build) {
  // Computed before the build, so that files that are edited during the build make the result stale.
  const inputsHash = sourcesHash()
  if (readStamp(outputPath, inputsHash) !== undefined) return { isChanged: false }
  return withLock(lockName, {}, async () => {
    if (readStamp(outputPath, inputsHash) !== undefined) return { isChanged: false }
    const stagedPath = await openStaging(lockName)
    try {
      const finishedPath = join(stagedPath, 'finished')
      await mkdir(finishedPath)
      await build(finishedPath)
      writeStamp(finishedPath, inputsHash)
      await swapIn(finishedPath, outputPath)
    } finally {
      await rm(stagedPath, { recursive: true, force: true })
    }
    return { isChanged: true }
  })
}

/**
 * @param {{ entries: Record<string, string>, outputPath: string, target: string, externals: readonly string[] }} options
 */
async function bundle({ entries, outputPath, target, externals }) {
  const missing = Object.values(entries).filter((path) => !existsSync(path))
  if (missing.length > 0) throw new SetupError(`missing source: ${missing.join(', ')}`)
  // Loaded here, so that a call with nothing to build does not load a bundler.
  const { build } = await import('rolldown')
  await build({
    cwd: repositoryPath,
    input: entries,
    platform: 'node',
    external: externals.map((name) => new RegExp(`^${name.replaceAll('/', '\\/')}(\\/|$)`)),
    transform: { target },
    logLevel: 'warn',
    // hdr-histogram-js loads zlib in an eval and uses its own inflate if that fails.
    checks: { eval: false },
    output: {
      dir: outputPath,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: 'part-[name]-[hash].mjs',
    },
  })
}

/** electron-vite's output without warnings and stack traces. @param {string} tail */
function buildError(tail) {
  const lines = tail.split('\n')
  const start = lines.findIndex((line) => line.startsWith('error during build'))
  return lines
    .slice(start + 1)
    .filter((line) => line !== '' && !/^\s+at /.test(line))
    .join('\n')
}

function sourcesHash() {
  return fingerprint(
    sources.map((path) => join(repositoryPath, path)),
    { skip: ['node_modules', runnerDistPath, join(runnerPath, 'embedded', 'jars')] },
  )
}

/** @param {readonly string[]} args names of what to build, all without any; `--quiet` tells failures only */
async function main(args) {
  const builds = { cli: buildCli, runner: buildRunner, app: buildApp }
  const isQuiet = args.includes('--quiet')
  const names = args.filter((arg) => arg !== '--quiet')
  const unknown = names.filter((name) => !Object.hasOwn(builds, name))
  if (unknown.length > 0) {
    console.error(`unknown: ${unknown.join(' ')}; known: ${Object.keys(builds).join(' ')}`)
    return 2
  }
  const reportAll = reporterFor(process.stderr)
  const report = isQuiet ? (/** @type {StepProgress} */ each) => each.state === 'failed' && reportAll(each) : reportAll
  let exitCode = 0
  for (const [name, build] of Object.entries(builds)) {
    if (names.length > 0 && !names.includes(name)) continue
    const outcome = await runStep(report, `build ${name}`, async () => {
      const value = await build()
      return { message: value.isChanged ? 'built' : 'unchanged', value }
    })
    if (outcome === undefined) exitCode = 1
  }
  return exitCode
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await main(process.argv.slice(2))
