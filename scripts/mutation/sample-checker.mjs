/**
 * A checker of Stryker that lets only the mutants of a sample through to the tests. The others count as not compiled, so in
 * no score.
 */
import { relative } from 'node:path'
import { repositoryPath as root } from '../setup/paths.mjs'
import { isDrawn, readSample, sampleVariable } from './sample.mjs'

/** @typedef {import('./judge-mutants.mjs').Mutant & { id: string }} CheckedMutant */

/** Stryker counts lines and columns from 0 here, and from 1 in its results. @param {CheckedMutant} mutant */
function asInResults({ location: { start, end }, ...mutant }) {
  const fromOne = (/** @type {{ line: number, column: number }} */ { line, column }) => ({
    line: line + 1,
    column: column + 1,
  })
  return { ...mutant, location: { start: fromOne(start), end: fromOne(end) } }
}

function createSampleChecker() {
  const sample = readSample(process.env[sampleVariable] ?? '')
  return {
    async init() {},
    /** @param {readonly CheckedMutant[]} mutants */
    async group(mutants) {
      return [mutants.map(({ id }) => id)]
    },
    /** @param {readonly CheckedMutant[]} mutants */
    async check(mutants) {
      return Object.fromEntries(
        mutants.map((mutant) => [
          mutant.id,
          isDrawn(asInResults(mutant), relative(root, mutant.fileName).replaceAll('\\', '/'), sample)
            ? { status: 'passed' }
            : { status: 'compileError', reason: 'not in the sample' },
        ]),
      )
    },
  }
}
/** @type {readonly string[]} */
createSampleChecker.inject = []

/** What Stryker reads of a plug-in, as data: `@stryker-mutator/api` would be a further package for three strings. */
export const strykerPlugins = [{ kind: 'Checker', name: 'sample', factory: createSampleChecker }]
