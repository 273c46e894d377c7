/**
 * `npm test`: makes ready what tests need, runs every suite at its shortest meaningful length, prints the time of each,
 * and at the end counts what passed, failed and was skipped, by name. `--long` runs the long suites instead.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDebianPackages } from './setup/debian-packages.mjs'
import { hasDisplay } from './setup/launch.mjs'
import { ensureNodeModules } from './setup/node-modules.mjs'
import { nodeVersionProblem } from './setup/node-version.mjs'
import { repositoryPath as root } from './setup/paths.mjs'
import { reporterFor, runStep } from './setup/progress.mjs'
import { runOrStop } from './setup/run-to-end.mjs'
import { countReport, longSuites, needsOfFailedSteps, reasonOf, shortSuites, whySkipped } from './suites.mjs'

const artefacts = join(root, 'test-artifacts')

/** @param {string[]} args of Node @returns {Promise<boolean>} whether it ended well */
async function runNode(args) {
  return (await runOrStop(process.execPath, args, { cwd: root })) === 0
}

/** @param {number} startedAtMs */
function seconds(startedAtMs) {
  return `${((Date.now() - startedAtMs) / 1000).toFixed(0)} s`
}

/**
 * Makes ready what the suites need; what could not be is a reason to skip, said at the end.
 *
 * @returns {Promise<Map<import('./suites.mjs').Need, string> | undefined>} undefined where nothing can run, which was said
 */
async function prepare() {
  /** @type {Map<import('./suites.mjs').Need, string>} */
  const missing = new Map()
  const installed = await runStep(reporterFor(process.stdout), 'npm packages', async (onProgress) => {
    const value = await ensureNodeModules({ onProgress })
    return { message: value.isChanged ? 'installed' : 'unchanged', value }
  })
  if (installed === undefined) return undefined
  const debian = await ensureDebianPackages()
  if (debian.missing.length > 0)
    console.log(`missing Debian packages: ${debian.missing.join(' ')}\nrun: ${debian.command}`)
  if (!(await runNode(['scripts/build.mjs']))) return undefined
  if (!hasDisplay() && !hasVirtualDisplay())
    missing.set('display', `no X server and no xvfb-run (${debian.command ?? 'install xvfb'})`)
  const { ensureElectron } = await import('./setup/electron-runtime.mjs')
  try {
    await ensureElectron({ onProgress: printProgress })
  } catch (error) {
    missing.set('electron', reasonOf(error))
  }
  await runNode(['scripts/prepare-runner.mjs'])
  const status = spawnSync(process.execPath, ['scripts/prepare-runner.mjs', '--json'], { cwd: root, encoding: 'utf8' })
  return new Map([...missing, ...needsOfFailedSteps(status.stdout)])
}

function hasVirtualDisplay() {
  return spawnSync('xvfb-run', ['--help'], { stdio: 'ignore' }).error === undefined
}

/** @param {{ message: string }} progress */
function printProgress(progress) {
  console.log(progress.message)
}

/** @param {import('./suites.mjs').Suite} suite */
async function runSuite(suite) {
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
  if (suite.needs.includes('display') && !hasDisplay()) {
    const screen = ['-a', '-s', '-screen 0 1920x1200x24', process.execPath]
    await runOrStop('xvfb-run', [...screen, ...vitest], { cwd: root })
  } else {
    await runNode(vitest)
  }
  try {
    return countReport(JSON.parse(readFileSync(outputFile, 'utf8')))
  } catch {
    // No report means that Vitest itself did not come to an end.
    return { passed: 0, failed: ['it did not come to an end'], skipped: [] }
  }
}

/** @param {boolean} isLong @returns {Promise<number>} exit code */
async function test(isLong) {
  const problem = nodeVersionProblem()
  if (problem !== undefined) {
    console.error(problem)
    return 1
  }
  const startedAtMs = Date.now()
  mkdirSync(artefacts, { recursive: true })
  const missing = await prepare()
  if (missing === undefined) {
    console.error('Nothing was tested: see above.')
    return 1
  }
  console.log(`--- made ready in ${seconds(startedAtMs)}`)
  /** @type {string[]} */
  const lines = []
  const total = { passed: 0, failed: /** @type {string[]} */ ([]), skipped: /** @type {string[]} */ ([]) }
  if (!isLong) {
    const checkStartedAtMs = Date.now()
    const isClean = await runNode(['scripts/check.mjs'])
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
    const counts = await runSuite(suite)
    total.passed += counts.passed
    total.failed.push(...counts.failed.map((name) => `${suite.name}: ${name}`))
    total.skipped.push(...counts.skipped.map((name) => `${suite.name}: ${name}`))
    lines.push(`${suite.name}: ${counts.passed} passed, ${counts.failed.length} failed in ${seconds(suiteStartedAtMs)}`)
  }
  console.log(['', ...lines, `total: ${seconds(startedAtMs)}`].join('\n'))
  for (const name of total.skipped) console.log(`skipped: ${name}`)
  for (const name of total.failed) console.log(`failed: ${name}`)
  console.log(`${total.passed} passed, ${total.failed.length} failed, ${total.skipped.length} skipped`)
  return total.failed.length === 0 ? 0 : 1
}

process.exitCode = await test(process.argv.includes('--long'))
