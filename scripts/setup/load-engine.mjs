/**
 * Compiles the load engine, src/runner/engine in C, into the runner package. It uses the librdkafka of node-rdkafka,
 * and one build works in every version of Node.
 *
 * The package keeps the headers, so that a change of the engine takes two seconds and no new build of node-rdkafka. If
 * the engine cannot be built, runs use the reference loop, and their results name the reason in the stamp.
 */
import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { nodePathIn, runnerPath } from './paths.mjs'
import { cleanEnvironment, runCommand } from './run-command.mjs'
import { openStaging, swapIn } from './staging.mjs'
import { hashInputs, readStamp, writeStamp } from './stamp.mjs'

const step = 'load-engine'
/** Increment this if a change of this file makes another result from the same sources. */
const recipe = '2'
const sourcesPath = join(runnerPath, 'engine')
const compileTimeoutMs = 2 * 60_000
const loadTimeoutMs = 30_000
const longestReason = 200

/** The headers of Node-API, in the package of the platform's Node. */
const nodeHeaders = ['node_api.h', 'node_api_types.h', 'js_native_api.h', 'js_native_api_types.h']

/**
 * @typedef {object} LoadEngine
 * @property {string | null} reason why it could not be built; null if it was
 */

/** @param {string} packagePath */
function enginePathIn(packagePath) {
  return join(packagePath, 'node_modules', 'headroom-engine')
}

/** @param {string} packagePath */
function headersPathIn(packagePath) {
  return join(packagePath, 'node_modules', 'headroom-engine-headers')
}

/**
 * Copies the headers out of a package before its build files are removed.
 *
 * @param {string} packagePath a staged runner package before it is trimmed
 * @param {string} nodePackageName the package of the platform's Node
 */
export async function keepEngineHeaders(packagePath, nodePackageName) {
  const keptPath = headersPathIn(packagePath)
  const modulesPath = join(packagePath, 'node_modules')
  await mkdir(keptPath, { recursive: true })
  const rdkafka = join(modulesPath, 'node-rdkafka', 'deps', 'librdkafka', 'src', 'rdkafka.h')
  const node = nodeHeaders.map((name) => join(modulesPath, nodePackageName, 'include', 'node', name))
  for (const path of [rdkafka, ...node]) if (existsSync(path)) await cp(path, join(keptPath, basename(path)))
}

/**
 * Returns the engine of the package in use; undefined if the sources have changed since.
 * @returns {LoadEngine | undefined}
 */
export function findLoadEngine() {
  const stamp = readStamp(enginePathIn(runnerPath), engineHash())
  if (stamp === undefined) return undefined
  return { reason: typeof stamp.reason === 'string' ? stamp.reason : null }
}

/**
 * Builds the engine in a runner package that has its headers. Never throws because of the compiler.
 *
 * @param {string} packagePath the package, in use or staged
 * @returns {Promise<LoadEngine>}
 */
export async function buildLoadEngine(packagePath) {
  const inputsHash = engineHash()
  const stagedPath = await openStaging(step)
  const finishedPath = join(stagedPath, 'headroom-engine')
  try {
    await mkdir(finishedPath)
    const refusal = await compileEngine(packagePath, join(finishedPath, 'engine.node'))
    writeStamp(finishedPath, inputsHash, { reason: refusal })
    await swapIn(finishedPath, enginePathIn(packagePath))
    const reason = refusal ?? (await whyItDoesNotLoad(packagePath))
    if (reason !== null) await rm(join(enginePathIn(packagePath), 'engine.node'), { force: true })
    writeStamp(enginePathIn(packagePath), inputsHash, { reason })
    return { reason }
  } finally {
    await rm(stagedPath, { recursive: true, force: true })
  }
}

/**
 * Compiles the engine.
 *
 * @param {string} packagePath
 * @param {string} outputPath
 * @param {readonly string[]} [addedArguments] arguments of the compiler, such as sanitizers
 * @returns {Promise<string | null>} why it failed
 */
export async function compileEngine(packagePath, outputPath, addedArguments = []) {
  if (process.platform !== 'linux') return `the load engine is built on Linux only, not on ${process.platform}`
  const { exitCode, tail } = await runCommand(
    'cc',
    [...compilerArguments(packagePath, outputPath), ...addedArguments],
    {
      cwd: sourcesPath,
      env: cleanEnvironment(),
      timeoutMs: compileTimeoutMs,
    },
  ).catch((error) => ({ exitCode: 1, tail: error instanceof Error ? error.message : String(error) }))
  return exitCode === 0 ? null : `the load engine was not built: ${firstError(tail)}`
}

/** @param {string} packagePath @param {string} outputPath */
function compilerArguments(packagePath, outputPath) {
  const librariesPath = join(packagePath, 'node_modules', 'node-rdkafka', 'build', 'deps')
  return [
    ...['-std=c11', '-D_GNU_SOURCE', '-DNAPI_VERSION=8', '-O2', '-fPIC', '-shared'],
    ...['-Wall', '-Wextra', '-Werror'],
    // Both loops must compute the same numbers to the last bit, so the compiler must not fuse operations.
    '-ffp-contract=off',
    // Included as system headers, because librdkafka's header does not compile with these warnings.
    ...['-isystem', headersPathIn(packagePath)],
    ...sourceNames().filter((name) => name.endsWith('.c')),
    ...['-o', outputPath],
    // Found relative to the engine, because packages and agent bundles move.
    ...['-L', librariesPath, '-l:librdkafka.so.1', '-Wl,-rpath,$ORIGIN/../node-rdkafka/build/deps'],
    ...['-lpthread', '-lm'],
  ]
}

/** Loads the engine beside node-rdkafka, as a worker does. @param {string} packagePath @returns {Promise<string | null>} */
async function whyItDoesNotLoad(packagePath) {
  const script = "require('node-rdkafka'); require('headroom-engine/engine.node')"
  const { exitCode, tail } = await runCommand(nodePathIn(packagePath), ['-e', script], {
    cwd: packagePath,
    env: cleanEnvironment(),
    timeoutMs: loadTimeoutMs,
  })
  return exitCode === 0 ? null : `the load engine does not load: ${firstError(tail)}`
}

/** @param {string} tail */
function firstError(tail) {
  const lines = tail.split('\n')
  return (lines.find((line) => /error/i.test(line)) ?? lines[0] ?? '').trim().slice(0, longestReason)
}

function sourceNames() {
  return readdirSync(sourcesPath).sort()
}

function engineHash() {
  return hashInputs({
    files: sourceNames().map((name) => join(sourcesPath, name)),
    values: [recipe, process.platform, process.arch],
  })
}
