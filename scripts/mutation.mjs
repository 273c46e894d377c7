/**
 * `npm run mutation -- [PART|FOLDER|FILE...]` changes the source one operator at a time and runs the unit tests that reach
 * the change. It prints the changes that no test noticed, and exits with 1 if a part misses a goal that is due. Without
 * names, it runs all parts whose goal is due.
 *
 * Results of earlier calls are in test-artifacts/mutation. They are used again if neither the file nor its test files have
 * changed. Changes of other files are not noticed, so `--force` uses no earlier result. `--record` stores the scores and makes
 * docs/test-strength.md. Use it with `--force` for a new score, and without it after survivors were judged equivalent.
 * `--page` only makes the page. `--workers N` runs N mutants at a time (default: 1). `--quick` does not try a mutant with tests
 * that run it only while they are loaded, so a score can be lower than without it. `--sample 2%` draws so many of the mutants
 * of whole parts at random and tries only those, as with `--quick` and `--force`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chooseFiles } from './mutation/choose-files.mjs'
import { addScores, openSurvivors, scoreFile, scorePercent, staleEquivalents } from './mutation/judge-mutants.mjs'
import { mutationParts } from './mutation/parts.mjs'
import { keepSample, keepScores, readEquivalents } from './mutation/records.mjs'
import { formatInterval, formatScore } from './mutation/scores-page.mjs'
import { repositoryPath as root } from './setup/paths.mjs'
import { SetupError } from './setup/setup-error.mjs'

/** @typedef {import('./mutation/run-stryker.mjs').MutatedFile} MutatedFile */

/** @returns {{ names: string[], workers: number, isRecorded: boolean, isForced: boolean, isQuick: boolean, isPageOnly: boolean, share: number | undefined }} */
function readCommandLine() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      record: { type: 'boolean', default: false },
      page: { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      workers: { type: 'string', default: '1' },
      sample: { type: 'string' },
    },
  })
  const workers = Number(values.workers)
  if (!Number.isInteger(workers) || workers < 1 || workers > 64)
    throw new SetupError(`--workers ${values.workers} is no number of processes.`, 'Give a whole number from 1 to 64.')
  const { record, force, quick, page, sample } = values
  const share = sample === undefined ? undefined : Number(/^(\d+(?:\.\d+)?)%$/.exec(sample)?.[1]) / 100
  if (share !== undefined && !(share > 0 && share <= 1))
    throw new SetupError(
      `--sample ${sample} is no share of the mutants.`,
      'Give a percentage up to 100, for example 2%.',
    )
  return { names: positionals, workers, isRecorded: record, isForced: force, isQuick: quick, isPageOnly: page, share }
}

/** Returns the mutated commit, such as "727d087", with a + if files differ from it. */
function mutatedCommit() {
  const git = (/** @type {string[]} */ ...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim()
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--', 'src', 'tests/unit') === '' ? '' : '+'}`
}

/**
 * @param {readonly MutatedFile[]} mutated
 * @param {readonly import('./mutation/judge-mutants.mjs').EquivalentMutant[]} equivalents
 */
function printSurvivors(mutated, equivalents) {
  const survivors = mutated.flatMap((each) => each.survivors)
  for (const { file, line, original, mutated: changed, isReached } of openSurvivors(survivors, equivalents))
    console.log(`${file}:${line} ${isReached ? 'survived' : 'not reached'}\n  - ${original}\n  + ${changed}`)
  return survivors
}

/**
 * Prints the survivors and the score of one part.
 *
 * @param {import('./mutation/choose-files.mjs').Choice} choice
 * @param {readonly MutatedFile[]} mutated
 * @param {readonly import('./mutation/judge-mutants.mjs').EquivalentMutant[]} equivalents
 * @returns {string[]} the failures of the command: a missed goal, and judgements of mutants that no longer survive
 */
function report({ part, files }, mutated, equivalents) {
  const survivors = printSurvivors(mutated, equivalents)
  const percent = scorePercent(mutated.map((each) => scoreFile(each.mutants, each.survivors, equivalents)))
  const goal = `goal ${part.goalPercent} %${part.isDue ? '' : ', later'}`
  console.log(`${part.name}: ${formatScore(percent)} of ${files.length} files (${goal})`)
  const stale = staleEquivalents(equivalents, files, survivors).map(
    ({ file, original, mutated: changed }) =>
      `no longer a survivor, strike it from tests/mutation/equivalent-mutants.json: ${file}: ${original} => ${changed}`,
  )
  const isMissed = part.isDue && percent !== null && percent < part.goalPercent
  return isMissed ? [...stale, `${part.name}: ${formatScore(percent)} of at least ${part.goalPercent} %`] : stale
}

async function main() {
  const { names, workers, isRecorded, isForced, isQuick, isPageOnly, share } = readCommandLine()
  if (isPageOnly) return keepScores(root, {})
  const choices = chooseFiles(names, mutationParts, root)
  if (!existsSync(join(root, 'node_modules/@stryker-mutator/core')))
    throw new SetupError('The npm packages are not installed.', 'Run: npm ci')
  const equivalents = readEquivalents(root)
  const failures = []
  for (const choice of choices) {
    const startedAtMs = Date.now()
    const commit = mutatedCommit()
    if (share !== undefined) await trySample(choice, { share, commit, workers, isRecorded, equivalents })
    else {
      const { runStryker } = await import('./mutation/run-stryker.mjs')
      const mutated = await runStryker(choice, { root, workers, isForced, isQuick })
      failures.push(...report(choice, mutated, equivalents))
      if (isRecorded) record(mutated, commit, equivalents)
    }
    console.log(`${choice.part.name}: ${((Date.now() - startedAtMs) / 1000).toFixed(0)} s with ${workers} at a time`)
  }
  for (const failure of failures) console.error(`FAILED ${failure}`)
  if (failures.length > 0) process.exitCode = 1
}

/**
 * Draws mutants of one part, tries them, and prints the score with its interval. The commit is the seed, so that nobody
 * chooses the draw.
 *
 * @param {import('./mutation/choose-files.mjs').Choice} choice
 * @param {object} options
 * @param {number} options.share
 * @param {string} options.commit
 * @param {number} options.workers
 * @param {boolean} options.isRecorded
 * @param {readonly import('./mutation/judge-mutants.mjs').EquivalentMutant[]} options.equivalents
 */
async function trySample({ part, files }, { share, commit, workers, isRecorded, equivalents }) {
  const { runStryker } = await import('./mutation/run-stryker.mjs')
  const sample = { share, seed: commit }
  const mutated = await runStryker({ part, files }, { root, workers, isForced: true, isQuick: true, sample })
  printSurvivors(mutated, equivalents)
  const score = addScores(mutated.map((each) => scoreFile(each.mutants, each.survivors, equivalents)))
  console.log(
    `${part.name}: ${formatScore(scorePercent([score]))} (${formatInterval(score)}) of ${score.mutants} mutants drawn`,
  )
  if (isRecorded) keepSample(root, part.name, { ...score, share, files: files.length, date: today(), commit })
}

/**
 * Stores the scores of one part. It is called after each part, so that an interrupted run keeps the scores that it has.
 *
 * @param {readonly MutatedFile[]} mutated
 * @param {string} commit
 * @param {readonly import('./mutation/judge-mutants.mjs').EquivalentMutant[]} equivalents
 */
function record(mutated, commit, equivalents) {
  const scored = mutated.map(({ file, mutants, survivors }) => [
    file,
    { ...scoreFile(mutants, survivors, equivalents), date: today(), commit },
  ])
  keepScores(root, Object.fromEntries(scored))
}

function today() {
  return new Date().toISOString().slice(0, 10)
}

try {
  await main()
} catch (error) {
  if (!(error instanceof Error)) throw error
  console.error(`mutation: ${error.message}`)
  if (error instanceof SetupError && error.remedy !== undefined) console.error(error.remedy)
  process.exitCode = 1
}
