/**
 * `npm test`: makes ready what tests need, runs every suite at its shortest meaningful length, prints the time of each,
 * and at the end counts what passed, failed and was skipped, by name. `--long` runs the long suites instead.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDebianPackages } from './setup/debian-packages.mjs'
import { ensureNodeModules } from './setup/node-modules.mjs'
import { repositoryPath as root } from './setup/paths.mjs'
import { countReport, longSuites, shortSuites, whySkipped } from './suites.mjs'

const artefacts = join(root, 'test-artifacts')

/** @param {string[]} args of Node @param {NodeJS.ProcessEnv} [env] */
function runNode(args, env = {}) {
  return (
    spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
  )
}

/** @param {number} startedAtMs */
function seconds(startedAtMs) {
  return `${((Date.now() - startedAtMs) / 1000).toFixed(0)} s`
}

/** Makes ready what the suites need; what could not be is a reason to skip, said at the end. */
async function prepare() {
  /** @type {Map<import('./suites.mjs').Need, string>} */
  const missing = new Map()
  await ensureNodeModules()
  const debian = await ensureDebianPackages()
  if (debian.missing.length > 0)
    console.log(`missing Debian packages: ${debian.missing.join(' ')}\nrun: ${debian.command}`)
  if (!runNode(['scripts/build.mjs'])) throw new Error('the build failed')
  if (!hasDisplay()) missing.set('display', `no X server and no xvfb-run (${debian.command ?? 'install xvfb'})`)
  const { ensureElectron } = await import('./setup/electron-runtime.mjs')
  try {
    await ensureElectron({ onProgress: printProgress })
  } catch (error) {
    missing.set('electron', error instanceof Error ? error.message : String(error))
  }
  runNode(['scripts/prepare-runner.mjs'])
  const status = spawnSync(process.execPath, ['scripts/prepare-runner.mjs', '--json'], { cwd: root, encoding: 'utf8' })
  const failedSteps = status.stdout
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
    .filter((step) => step.state === 'failed')
  for (const step of failedSteps) missing.set(step.step === 'kafka-jars' ? 'kafka' : 'runner', step.message)
  return missing
}

function hasDisplay() {
  return process.env.DISPLAY !== undefined || spawnSync('which', ['xvfb-run']).status === 0
}

/** @param {{ message: string }} progress */
function printProgress(progress) {
  console.log(progress.message)
}

/** @param {import('./suites.mjs').Suite} suite */
function runSuite(suite) {
  const outputFile = join(artefacts, `${suite.name}.json`)
  rmSync(outputFile, { force: true })
  const vitest = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    suite.project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${outputFile}`,
  ]
  if (suite.needs.includes('display') && process.env.DISPLAY === undefined) {
    const screen = ['-a', '-s', '-screen 0 1920x1200x24', process.execPath]
    spawnSync('xvfb-run', [...screen, ...vitest], { cwd: root, stdio: 'inherit' })
  } else {
    runNode(vitest)
  }
  try {
    return countReport(JSON.parse(readFileSync(outputFile, 'utf8')))
  } catch {
    // No report means that Vitest itself did not come to an end.
    return { passed: 0, failed: ['it did not come to an end'], skipped: [] }
  }
}

const startedAtMs = Date.now()
mkdirSync(artefacts, { recursive: true })
const missing = await prepare()
console.log(`--- made ready in ${seconds(startedAtMs)}`)
const isLong = process.argv.includes('--long')
/** @type {string[]} */
const lines = []
const total = { passed: 0, failed: /** @type {string[]} */ ([]), skipped: /** @type {string[]} */ ([]) }
if (!isLong) {
  const checkStartedAtMs = Date.now()
  const isClean = runNode(['scripts/check.mjs'])
  if (isClean) total.passed += 1
  else total.failed.push('check: see its output above')
  lines.push(`check: ${isClean ? 'passed' : 'FAILED'} in ${seconds(checkStartedAtMs)}`)
}
for (const suite of isLong ? longSuites : shortSuites) {
  const reason = whySkipped(suite, missing)
  if (reason !== null) {
    total.skipped.push(`suite ${suite.name}: ${reason}`)
    lines.push(`${suite.name}: SKIPPED (${reason})`)
    continue
  }
  const suiteStartedAtMs = Date.now()
  const counts = runSuite(suite)
  total.passed += counts.passed
  total.failed.push(...counts.failed.map((name) => `${suite.name}: ${name}`))
  total.skipped.push(...counts.skipped.map((name) => `${suite.name}: ${name}`))
  lines.push(`${suite.name}: ${counts.passed} passed, ${counts.failed.length} failed in ${seconds(suiteStartedAtMs)}`)
}
console.log(['', ...lines, `total: ${seconds(startedAtMs)}`].join('\n'))
for (const name of total.skipped) console.log(`skipped: ${name}`)
for (const name of total.failed) console.log(`failed: ${name}`)
console.log(`${total.passed} passed, ${total.failed.length} failed, ${total.skipped.length} skipped`)
process.exitCode = total.failed.length === 0 ? 0 : 1
