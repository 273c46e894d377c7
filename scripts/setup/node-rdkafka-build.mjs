/**
 * Builds node-rdkafka against the bundled Node, and proves that the result has what runs need.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { nodePathIn } from './paths.mjs'
import { cleanEnvironment, runCommand } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'

/** What a run may ask of librdkafka, and the Debian package whose headers bring it. */
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

/** A file of the addon (C++, V8's headers) takes as long as four of librdkafka's C files. */
const addonFileCost = 4
/** 98 files of librdkafka 2.12, 11 of the addon. There is no better measure: make tells no percentage. */
const totalCost = 98 + 11 * addonFileCost
const usualTime = '80 s to some minutes'

/**
 * What the build would stumble over a minute later, told at once. Undefined when all is there.
 *
 * @returns {Promise<SetupError | undefined>}
 */
export async function missingBuildTools() {
  if (process.platform !== 'linux') return undefined // node-gyp's own messages are good enough there.
  const packages = new Set()
  for (const [tool, name] of Object.entries(requiredTools)) if (!canRun(tool)) packages.add(name)
  if (packages.has('g++'))
    packages.add('libssl-dev').add('zlib1g-dev').add('libzstd-dev') // Nothing to look with.
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
        // binding.gyp calls plain `node`: it has to be the one that the addon is for.
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
 * The headers that came with the bundled Node, even when the user's npmrc names others (`nodedir=/usr`).
 *
 * @param {string} packagePath
 */
function headerArguments(packagePath) {
  const headersPath = join(packagePath, 'node_modules', `node-${process.platform}-${process.arch}`)
  return existsSync(join(headersPath, 'include', 'node', 'node.h')) ? [`--nodedir=${headersPath}`] : []
}

/**
 * What a line of the build's output stands for: 0 when it compiles nothing.
 *
 * @param {string} line
 */
export function compilationCost(line) {
  if (!/^\s*(gcc|cc|g\+\+|c\+\+|clang)\s.*-c /.test(line) && !/^\s*CXX?\(target\)/.test(line)) return 0
  return line.includes('obj.target/node-librdkafka') ? addonFileCost : 1
}

/**
 * Drops what only the compiler needed: 510 of 540 MB, which would else go into every package and agent bundle.
 *
 * rdkafka_performance stays: the C tool to measure ourselves against.
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
