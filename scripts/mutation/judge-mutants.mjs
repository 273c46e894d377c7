/**
 * Counts the results of a run of Stryker by file, and separates the survivors that are judged equivalent from the others.
 */

/**
 * @typedef {{ line: number, column: number }} Place both from 1
 * @typedef {object} Mutant the part of Stryker's result that is read
 * @property {string} fileName
 * @property {string} status
 * @property {string} mutatorName
 * @property {string | undefined} [replacement]
 * @property {string | undefined} [statusReason]
 * @property {boolean | undefined} [static] whether it runs while a test file is loaded
 * @property {{ start: Place, end: Place }} location
 *
 * @typedef {object} Survivor
 * @property {string} file
 * @property {number} line
 * @property {string} original the line or lines before the change, with single spaces
 * @property {string} mutated the same after the change
 * @property {boolean} isReached whether a test runs it
 *
 * @typedef {{ file: string, original: string, mutated: string, why: string }} EquivalentMutant
 *
 * @typedef {object} FileScore of mutants that compile and run
 * @property {number} mutants
 * @property {number} killed
 * @property {number} timedOut an endless loop, noticed
 * @property {number} survived not judged equivalent
 * @property {number} unreached run by no test
 * @property {number} equivalent survived or unreached, and judged equivalent
 */

/**
 * @param {Mutant} mutant
 * @param {string} file from the repository
 * @param {string} source its text
 * @returns {Survivor}
 */
export function describeSurvivor({ location: { start, end }, replacement, status }, file, source) {
  const lines = source.split('\n')
  const before = (lines[start.line - 1] ?? '').slice(0, start.column - 1)
  const after = (lines[end.line - 1] ?? '').slice(end.column - 1)
  const original = inOneLine(lines.slice(start.line - 1, end.line).join('\n'))
  const mutated = inOneLine(`${before}${replacement ?? ''}${after}`)
  return { file, line: start.line, original, mutated, isReached: status === 'Survived' }
}

/** @param {string} text */
function inOneLine(text) {
  return text.replace(/\s+/g, ' ').trim()
}

/** @param {readonly Mutant[]} mutants @returns {readonly Mutant[]} the mutants that no test noticed */
export function survivorsAmong(mutants) {
  return mutants.filter(
    (mutant) => mutant.status === 'Survived' || mutant.status === 'NoCoverage' || isUndecided(mutant),
  )
}

/**
 * True for a mutant of code that runs while a test file is loaded, if the tests that run it have not noticed it. Any other
 * test of the part may still notice it.
 *
 * @param {Mutant} mutant
 */
export function isUndecided({ status, static: isStatic, statusReason = '' }) {
  return isStatic === true && (status === 'Survived' || (status === 'Ignored' && statusReason.includes('ignoreStatic')))
}

/**
 * @param {readonly Mutant[]} mutants of one file
 * @param {readonly Survivor[]} survivors of that file
 * @param {readonly EquivalentMutant[]} equivalents
 * @returns {FileScore}
 */
export function scoreFile(mutants, survivors, equivalents) {
  const killed = mutants.filter(({ status }) => status === 'Killed').length
  const timedOut = mutants.filter(({ status }) => status === 'Timeout').length
  const open = openSurvivors(survivors, equivalents)
  const unreached = open.filter(({ isReached }) => !isReached).length
  return {
    mutants: killed + timedOut + survivors.length,
    killed,
    timedOut,
    survived: open.length - unreached,
    unreached,
    equivalent: survivors.length - open.length,
  }
}

/**
 * Returns the survivors that are not judged equivalent.
 *
 * @param {readonly Survivor[]} survivors
 * @param {readonly EquivalentMutant[]} equivalents
 */
export function openSurvivors(survivors, equivalents) {
  return survivors.filter((survivor) => !equivalents.some((each) => isSame(each, survivor)))
}

/**
 * Entries that match no survivor of the files that were mutated: the code has changed, or a test notices by now.
 *
 * @param {readonly EquivalentMutant[]} equivalents
 * @param {readonly string[]} files that were mutated
 * @param {readonly Survivor[]} survivors of them
 */
export function staleEquivalents(equivalents, files, survivors) {
  return equivalents.filter(
    (each) => files.includes(each.file) && !survivors.some((survivor) => isSame(each, survivor)),
  )
}

/** @param {EquivalentMutant} equivalent @param {Survivor} survivor */
function isSame({ file, original, mutated }, survivor) {
  return file === survivor.file && original === survivor.original && mutated === survivor.mutated
}

/**
 * Share of the mutants that tests notice, in percent, equivalent ones left out; null if there are none.
 *
 * @param {readonly FileScore[]} scores
 */
export function scorePercent(scores) {
  const noticed = sumOf(scores, ({ killed, timedOut }) => killed + timedOut)
  const open = sumOf(scores, ({ survived, unreached }) => survived + unreached)
  return noticed + open === 0 ? null : (100 * noticed) / (noticed + open)
}

/** @param {readonly FileScore[]} scores @returns {FileScore} */
export function addScores(scores) {
  return {
    mutants: sumOf(scores, ({ mutants }) => mutants),
    killed: sumOf(scores, ({ killed }) => killed),
    timedOut: sumOf(scores, ({ timedOut }) => timedOut),
    survived: sumOf(scores, ({ survived }) => survived),
    unreached: sumOf(scores, ({ unreached }) => unreached),
    equivalent: sumOf(scores, ({ equivalent }) => equivalent),
  }
}

/** @template T @param {readonly T[]} items @param {(item: T) => number} countOf */
export function sumOf(items, countOf) {
  return items.reduce((total, item) => total + countOf(item), 0)
}
