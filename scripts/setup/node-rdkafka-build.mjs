/**
 * Builds node-rdkafka against the bundled Node, and checks that the result has all features that runs need.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { nodePathIn } from './paths.mjs'
import { cleanEnvironment, runCommand } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'

/** Features of librdkafka that a run may need, and the Debian package with the headers for each. */
const requiredFeatures = {
  ssl: 'libssl-dev',
  sasl_scram: 'libssl-dev',
  zstd: 'libzstd-dev',
  lz4: 'zlib1g-dev',
  gzip: 'zlib1g-dev',
}
const requiredHeaders = {
  'openssl/ssl.h': 'libssl-dev',
  'zlib.h': 'zlib1g-dev',
  'zstd.h': 'libzstd-dev',
}
const requiredTools = { 'g++': 'g++', make: 'make', python3: 'python3' }

/** Compile time of a file of the addon (C++ with V8's headers), in files of librdkafka (C). */
const addonFileCost = 4
/** 98 files of librdkafka 2.12 and 11 of the addon. Progress is estimated by these, because make reports none. */
const totalCost = 98 + 11 * addonFileCost
const usualTime = '80 s to some minutes'

/**
 * Checks for build tools in advance, because the build would fail only after a minute. Returns undefined if all exist.
 *
 * @returns {Promise<SetupError | undefined>}
 */
export async function missingBuildTools() {
  if (process.platform !== 'linux') return undefined // node-gyp's own messages are good enough there.
  const packages = new Set()
  for (const [tool, name] of Object.entries(requiredTools)) if (!canRun(tool)) packages.add(name)
  if (packages.has('g++'))
    packages.add('libssl-dev').add('zlib1g-dev').add('libzstd-dev') // Without a compiler, headers cannot be checked.
  else for (const [header, name] of Object.entries(requiredHeaders)) if (!canInclude(header)) packages.add(name)
  if (packages.size === 0) return undefined
  const names = [...packages].join(' ')
  return new SetupError(
    `node-rdkafka cannot be built: missing ${names}`,
    `install them (Debian: sudo apt-get install -y ${names}; elsewhere a C++ compiler, make, Python 3 and the headers of OpenSSL, zlib and zstd)`,
  )
}

/** @param {string} tool */
function canRun(tool) {
  return spawnSync(tool, ['--version'], { stdio: 'ignore' }).status === 0
}

/** @param {string} header */
function canInclude(header) {
  return (
    spawnSync('g++', ['-E', '-x', 'c++', '-'], { input: `#include <${header}>\n`, stdio: ['pipe', 'ignore', 'ignore'] })
      .status === 0
  )
}

/**
 * @param {string} packagePath a runner package after `npm ci`
 * @param {import('./progress.mjs').OnProgress} onProgress
 */
export async function buildRdkafka(packagePath, onProgress) {
  const nodePath = nodePathIn(packagePath)
  const startedMs = Date.now()
  let cost = 0
  const report = () => {
    const secondsSoFar = Math.round((Date.now() - startedMs) / 1000)
    const message = `building node-rdkafka, usually ${usualTime}, ${secondsSoFar} s so far`
    onProgress({ message, fraction: 0.1 + 0.89 * Math.min(cost / totalCost, 1) })
  }
  report()
  const ticker = setInterval(report, 1_000)
  try {
    const { exitCode, tail } = await runCommand(
      nodePath,
      [join(packagePath, 'node_modules', 'node-gyp', 'bin', 'node-gyp.js'), 'rebuild', ...headerArguments(packagePath)],
      {
        cwd: join(packagePath, 'node_modules', 'node-rdkafka'),
        // binding.gyp calls plain `node`, which must be the Node that the addon is built for.
        env: { ...cleanEnvironment(), PATH: `${dirname(nodePath)}${delimiter}${process.env.PATH ?? ''}` },
        timeoutMs: 30 * 60_000,
        onLine: (line) => {
          cost += compilationCost(line)
        },
      },
    )
    if (exitCode !== 0)
      throw new SetupError(
        `building node-rdkafka failed: ${firstCompilerError(tail)}`,
        'see the lines above in the log; a full disk and a missing compiler are the usual causes',
      )
  } finally {
    clearInterval(ticker)
  }
}

/**
 * Selects the headers of the bundled Node, even if the user's npmrc names others (`nodedir=/usr`).
 *
 * @param {string} packagePath
 */
function headerArguments(packagePath) {
  const headersPath = join(packagePath, 'node_modules', `node-${process.platform}-${process.arch}`)
  return existsSync(join(headersPath, 'include', 'node', 'node.h')) ? [`--nodedir=${headersPath}`] : []
}

/**
 * The cost of the file that a line of the build's output names; 0 if the line compiles nothing.
 *
 * @param {string} line
 */
export function compilationCost(line) {
  if (!/^\s*(gcc|cc|g\+\+|c\+\+|clang)\s.*-c /.test(line) && !/^\s*CXX?\(target\)/.test(line)) return 0
  return line.includes('obj.target/node-librdkafka') ? addonFileCost : 1
}

/**
 * Deletes files that only the compiler needed, 510 of 540 MB. Otherwise they would be in every package and agent
 * bundle.
 *
 * Keeps rdkafka_performance, the C tool with which the runner's speed is compared.
 *
 * @param {string} packagePath
 */
export async function trimBuild(packagePath) {
  const addonPath = join(packagePath, 'node_modules', 'node-rdkafka')
  const sourcesPath = join(addonPath, 'deps', 'librdkafka')
  const benchmarkPath = join(
    'examples',
    process.platform === 'win32' ? 'rdkafka_performance.exe' : 'rdkafka_performance',
  )
  const keptPath = `${sourcesPath}.kept`
  if (existsSync(join(sourcesPath, benchmarkPath))) {
    await mkdir(join(keptPath, 'examples'), { recursive: true })
    await rename(join(sourcesPath, benchmarkPath), join(keptPath, benchmarkPath))
    await cp(join(sourcesPath, 'LICENSES.txt'), join(keptPath, 'LICENSES.txt'))
  }
  await rm(sourcesPath, { recursive: true, force: true })
  if (existsSync(keptPath)) await rename(keptPath, sourcesPath)
  const builtPath = join(addonPath, 'build')
  for (const path of [
    'Release/obj.target',
    'Release/.deps',
    'deps/include',
    'deps/librdkafka',
    'deps/share',
    'deps/pkgconfig',
  ])
    await rm(join(builtPath, path), { recursive: true, force: true })
  for (const name of await readdir(join(builtPath, 'deps')).catch(() => []))
    if (name.endsWith('.a')) await rm(join(builtPath, 'deps', name))
}

/** @param {string} tail */
function firstCompilerError(tail) {
  return (
    tail
      .split('\n')
      .find((line) => /error:|\*\*\*|ERR! stack/.test(line))
      ?.trim() ?? 'no reason given'
  )
}

/**
 * Loads the addon in the bundled Node, as a worker will.
 *
 * @param {string} packagePath
 * @returns {Promise<{ features: string[], librdkafkaVersion: string, nodeVersion: string }>}
 */
export async function verifyRdkafka(packagePath) {
  const script =
    "const k = require('node-rdkafka'); process.stdout.write(JSON.stringify({ features: k.features, librdkafkaVersion: k.librdkafkaVersion, nodeVersion: process.version }))"
  const { exitCode, output, tail } = await runCommand(nodePathIn(packagePath), ['-e', script], {
    cwd: packagePath,
    env: cleanEnvironment(),
    timeoutMs: 30_000,
  })
  if (exitCode !== 0)
    throw new SetupError(
      `node-rdkafka does not load: ${tail.split('\n')[0]}`,
      'delete src/runner/node_modules and try again',
    )
  const found = JSON.parse(output)
  const missing = Object.keys(requiredFeatures).filter((feature) => !found.features.includes(feature))
  if (missing.length > 0) {
    const packages = [
      ...new Set(missing.map((feature) => requiredFeatures[/** @type {keyof typeof requiredFeatures} */ (feature)])),
    ]
    throw new SetupError(
      `node-rdkafka was built without ${missing.join(', ')}`,
      `install ${packages.join(' ')} (Debian: sudo apt-get install -y ${packages.join(' ')}), then delete src/runner/node_modules and try again`,
    )
  }
  return found
}
