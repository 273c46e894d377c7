/**
 * Runs Stryker over files of one part: each mutant against the tests of the part that reach it.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { describeSurvivor, isUndecided, survivorsAmong } from './judge-mutants.mjs'
import { isDrawn, sampleText, sampleVariable } from './sample.mjs'

/**
 * @typedef {import('./judge-mutants.mjs').Mutant} Mutant
 * @typedef {{ file: string, mutants: readonly Mutant[], survivors: readonly import('./judge-mutants.mjs').Survivor[] }} MutatedFile
 * @typedef {import('./choose-files.mjs').Choice & { root: string, workers: number, sample: import('./sample.mjs').Sample | undefined }} Order
 */

/** Time limit for a mutant that waits; Stryker itself ends one that loops. It is generous, because machines are shared. */
const timeoutMs = 30_000

/**
 * Runs Stryker in one or two passes. A mutant of code that runs while a test file is loaded can be noticed by any test of the
 * part, so that it would have to be tried with all of them. But most of these mutants are also noticed by a test that runs
 * them itself. So the first pass tries every mutant with the tests that run it, and the second tries with all tests those
 * that the first did not notice.
 *
 * @param {import('./choose-files.mjs').Choice} choice
 * @param {object} options
 * @param {string} options.root
 * @param {number} options.workers
 * @param {boolean} options.isForced true: no result of an earlier run is used
 * @param {boolean} options.isQuick true: there is no second pass, and its mutants count as not noticed
 * @param {import('./sample.mjs').Sample} [options.sample] the mutants to try; none: all
 * @returns {Promise<readonly MutatedFile[]>} all chosen files, also those without a mutant
 */
export async function runStryker({ part, files }, { root, workers, isForced, isQuick, sample }) {
  // Read by tests/mutation/vitest.config.ts in Stryker's own processes.
  process.env.HEADROOM_MUTATION_TESTS = part.tests.join(';')
  // Read now, because somebody may edit them while Stryker runs.
  const sources = files.map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
  const order = { part, files, root, workers, sample }
  const first = await mutate({ ...order, isForced, ignoreStatic: true })
  const results = !isQuick && first.some(isUndecided) ? await mutateUndecided(order) : first
  return sources.map(({ file, source }) => {
    const ofFile = results.filter(({ fileName }) => relative(root, fileName).replaceAll('\\', '/') === file)
    const mutants = sample === undefined ? ofFile : ofFile.filter((mutant) => isDrawn(mutant, file, sample))
    return { file, mutants, survivors: survivorsAmong(mutants).map((each) => describeSurvivor(each, file, source)) }
  })
}

/**
 * The second pass: keeps the results of mutants that the first pass noticed, and tries the others with all tests.
 *
 * @param {Order} order
 */
function mutateUndecided(order) {
  const path = join(order.root, incrementalFile(order.part))
  const report = JSON.parse(readFileSync(path, 'utf8'))
  for (const file of Object.values(report.files)) {
    file.mutants = file.mutants.filter((/** @type {Mutant} */ mutant) => !isUndecided(mutant))
  }
  writeFileSync(path, JSON.stringify(report))
  return mutate({ ...order, isForced: false, ignoreStatic: false })
}

/** @param {import('./parts.mjs').Part} part */
function incrementalFile(part) {
  return `test-artifacts/mutation/${part.name}.json`
}

/**
 * @param {Order & { isForced: boolean, ignoreStatic: boolean }} order
 * @returns {Promise<Mutant[]>}
 */
async function mutate({ part, files, root, workers, isForced, ignoreStatic, sample }) {
  if (sample !== undefined) process.env[sampleVariable] = sampleText(sample)
  // Each part has its own folder, so that two parts can be run at a time. A killed run leaves its copy there.
  const sandbox = `.runtime/stryker-${part.name}`
  rmSync(join(root, sandbox), { recursive: true, force: true })
  const stryker = new Stryker({
    mutate: [...files],
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner', join(root, 'scripts/mutation/sample-checker.mjs')],
    checkers: sample === undefined ? [] : ['sample'],
    coverageAnalysis: 'perTest',
    mutator: { excludedMutations: ['StringLiteral'] },
    concurrency: workers,
    timeoutMS: timeoutMs,
    // Coverage by test of the 13,000 mutants of `capacity` took 3.5 GB, and with Node's own limit never ended.
    testRunnerNodeArgs: ['--max-old-space-size=12288'],
    // All tests of the part once; 5 minutes were too few beside other work.
    dryRunTimeoutMinutes: 30,
    // With a sample, results of an earlier call would be counted although their mutants were not drawn.
    incremental: sample === undefined,
    incrementalFile: incrementalFile(part),
    force: isForced,
    ignoreStatic,
    tempDirName: sandbox,
    cleanTempDir: 'always',
    ignorePatterns: ['.runtime', 'test-artifacts', 'out', 'docs/pictures', 'docs/benchmarks'],
    // Stryker would rewrite it with the API of an older TypeScript; Vitest needs none.
    tsconfigFile: 'none.json',
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
  })
  return /** @type {Mutant[]} */ (await stryker.runMutationTest())
}
