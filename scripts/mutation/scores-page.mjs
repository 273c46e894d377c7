/**
 * Makes docs/test-strength.md from the recorded scores and the survivors that are judged equivalent.
 */
import { addScores, scorePercent } from './judge-mutants.mjs'
import { scoreInterval } from './sample.mjs'

/**
 * @typedef {import('./judge-mutants.mjs').FileScore & { date: string, commit: string }} RecordedScore commit: short, of the files that were mutated
 * @typedef {Readonly<Record<string, RecordedScore>>} RecordedScores by file
 * @typedef {RecordedScore & { share: number, files: number }} RecordedSample of the mutants of `files` files, a share of them
 * @typedef {Readonly<Record<string, RecordedSample>>} RecordedSamples by part
 * @typedef {import('./choose-files.mjs').Choice} Choice
 */

const introduction = `# How strong the tests are

Made by \`npm run mutation -- --force --record\` (\`--page\` makes the page alone): do not edit. Stryker changes one
operator, condition, call or block at a time (a *mutant*) and runs the tests of the part that reach it. A mutant is *killed*
where a test fails, and *timed out* where it never ends: both are noticed. It *survived* where every test passes, and is
*not reached* where no test runs it.

Score = noticed / (noticed + survived + not reached). Survivors that behave as the original does are left out; the last
table names each, with the reason. Numbers and string literals are not mutated: a threshold that is wrong by half is found
by tests on both sides of it, not here. Tests that are left out because they are slow could only raise a score. With
\`--quick\`, code that runs while a test file is loaded is tried only with the tests that run it, not with all tests of the
part: this too can only lower a score.

A part whose goal is *due* makes \`npm run mutation\` fail below it; the others have it as a goal for later. A score is of
the commit beside it, not of today's; a + says that files were not committed.
`

const sampleIntroduction = `## Random samples

Parts with thousands of mutants are scored by a random sample: \`npm run mutation -- PART --sample 2% --record\`. Which mutants
are drawn follows from the commit. In brackets is where the score of all mutants lies with a probability of 95 % (Wilson's
interval). A sample is tried as with \`--quick\`.

| part | score | mutants drawn | killed | timed out | survived | not reached | equivalent | files | date | commit |
|---|---|---|---|---|---|---|---|---|---|---|
`

/** @param {number | null} percent */
export function formatScore(percent) {
  // Rounded down: 94.96 % has not reached 95 %.
  return percent === null ? '–' : `${(Math.floor(percent * 10) / 10).toFixed(1)} %`
}

/**
 * The interval of the score of all mutants, from a sample of them: "78.1 to 86.0 %".
 *
 * @param {import('./judge-mutants.mjs').FileScore} sample
 */
export function formatInterval({ killed, timedOut, survived, unreached }) {
  const noticed = killed + timedOut
  const { lowPercent, highPercent } = scoreInterval(noticed, noticed + survived + unreached)
  return `${lowPercent.toFixed(1)} to ${highPercent.toFixed(1)} %`
}

/**
 * @param {readonly Choice[]} parts each with all its files
 * @param {RecordedScores} scores
 * @param {readonly import('./judge-mutants.mjs').EquivalentMutant[]} equivalents
 * @param {RecordedSamples} samples
 */
export function strengthPage(parts, scores, equivalents, samples) {
  const sections = parts.map((choice) => partSection(choice, scores))
  return [
    introduction,
    `| part | score | goal | mutants | killed | timed out | survived | not reached | equivalent | files scored |`,
    `|---|---|---|---|---|---|---|---|---|---|`,
    ...parts.map((choice) => partRow(choice, scores)),
    '',
    sampleSection(samples),
    ...sections,
    equivalentSection(equivalents),
  ].join('\n')
}

/** @param {Choice} choice @param {RecordedScores} scores */
function partRow({ part, files }, scores) {
  const scored = files.flatMap((file) => scores[file] ?? [])
  const goal = `${part.goalPercent} % (${part.isDue ? 'due' : 'later'})`
  const counts = countCells(addScores(scored))
  const cells = [part.name, formatScore(scorePercent(scored)), goal, ...counts, `${scored.length} of ${files.length}`]
  return `| ${cells.join(' | ')} |`
}

/** @param {RecordedSamples} samples */
function sampleSection(samples) {
  const rows = Object.entries(samples).map(([part, sample]) => {
    const score = `${formatScore(scorePercent([sample]))} (${formatInterval(sample)})`
    return `| ${[part, score, ...countCells(sample), sample.files, sample.date, sample.commit].join(' | ')} |`
  })
  return `${sampleIntroduction}${rows.map((row) => `${row}\n`).join('')}`
}

/** @param {Choice} choice @param {RecordedScores} scores */
function partSection({ part, files }, scores) {
  const rows = files.flatMap((file) => {
    const score = scores[file]
    if (score === undefined || score.mutants === 0) return []
    const cells = [`\`${file}\``, formatScore(scorePercent([score])), ...countCells(score), score.date, score.commit]
    return [`| ${cells.join(' | ')} |`]
  })
  const missing = files.filter((file) => scores[file] === undefined)
  const lines = [`## ${part.name}`, '', `Tests: ${part.tests.map((pattern) => `\`${pattern}\``).join(', ')}.`, '']
  if (rows.length > 0) {
    lines.push('| file | score | mutants | killed | timed out | survived | not reached | equivalent | date | commit |')
    lines.push('|---|---|---|---|---|---|---|---|---|---|', ...rows, '')
  }
  if (missing.length > 0)
    lines.push(`Not scored yet (${missing.length}): ${missing.map((file) => `\`${file}\``).join(', ')}.`, '')
  return lines.join('\n')
}

/** @param {import('./judge-mutants.mjs').FileScore} score */
function countCells({ mutants, killed, timedOut, survived, unreached, equivalent }) {
  return [mutants, killed, timedOut, survived, unreached, equivalent].map(String)
}

/** @param {readonly import('./judge-mutants.mjs').EquivalentMutant[]} equivalents */
function equivalentSection(equivalents) {
  const rows = equivalents.map(
    ({ file, original, mutated, why }) => `| \`${file}\` | ${code(original)} | ${code(mutated)} | ${why} |`,
  )
  const table =
    rows.length === 0 ? ['None.'] : ['| file | original | mutant | why it is the same |', '|---|---|---|---|', ...rows]
  return ['## Survivors judged equivalent', '', ...table, ''].join('\n')
}

/** @param {string} text */
function code(text) {
  return `\`\` ${text.replaceAll('|', '\\|')} \`\``
}
