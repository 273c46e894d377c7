/**
 * Runs Stryker over files of one part: each mutant against the tests of the part that reach it.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { describeSurvivor, survivorsAmong } from './judge-mutants.mjs'

/**
 * @typedef {import('./judge-mutants.mjs').Mutant} Mutant
 * @typedef {{ file: string, mutants: readonly Mutant[], survivors: readonly import('./judge-mutants.mjs').Survivor[] }} MutatedFile
 */

/** A mutant that loops gives up by itself; this is for one that waits, and generous because machines are shared. */
const timeoutMs = 30_000

/**
 * @param {import('./choose-files.mjs').Choice} choice
 * @param {{ root: string, workers: number, isForced: boolean }} options `isForced`: nothing is taken from the last run
 * @returns {Promise<readonly MutatedFile[]>} all chosen files, also those without a mutant
 */
export async function runStryker({ part, files }, { root, workers, isForced }) {
  // Read by tests/mutation/vitest.config.ts in Stryker's own processes.
  process.env.HEADROOM_MUTATION_TESTS = part.tests.join(';')
  // A folder of its own, so that two parts can be run at a time; a run that was killed left its copy there.
  const sandbox = `.runtime/stryker-${part.name}`
  rmSync(join(root, sandbox), { recursive: true, force: true })
  const stryker = new Stryker({
    mutate: [...files],
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner'],
    coverageAnalysis: 'perTest',
    mutator: { excludedMutations: ['StringLiteral'] },
    concurrency: workers,
    timeoutMS: timeoutMs,
    incremental: true,
    incrementalFile: `test-artifacts/mutation/${part.name}.json`,
    force: isForced,
    tempDirName: sandbox,
    cleanTempDir: 'always',
    ignorePatterns: ['.runtime', 'test-artifacts', 'out', 'docs/pictures', 'docs/benchmarks'],
    // Stryker would rewrite it with the API of an older TypeScript; Vitest needs none.
    tsconfigFile: 'none.json',
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
  })
  // Read now: somebody may go on working on them meanwhile.
  const sources = files.map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
  const results = /** @type {Mutant[]} */ (await stryker.runMutationTest())
  return sources.map(({ file, source }) => {
    const mutants = results.filter(({ fileName }) => relative(root, fileName).replaceAll('\\', '/') === file)
    return { file, mutants, survivors: survivorsAmong(mutants).map((each) => describeSurvivor(each, file, source)) }
  })
}
