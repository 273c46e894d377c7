/**
 * A random sample of the mutants of a part: a score for parts whose mutants are too many to try them all.
 */
import { createHash } from 'node:crypto'

/** @typedef {import('./judge-mutants.mjs').Mutant} Mutant */

/** Where the processes of Stryker find the sample, which is made of {@link sampleText}. */
export const sampleVariable = 'HEADROOM_MUTATION_SAMPLE'

/**
 * @typedef {object} Sample
 * @property {number} share of all mutants, above 0 and at most 1
 * @property {string} seed another one draws other mutants
 */

/** @param {Sample} sample */
export function sampleText({ share, seed }) {
  return `${share};${seed}`
}

/** @param {string} text @returns {Sample} */
export function readSample(text) {
  const [share, seed = ''] = text.split(';')
  return { share: Number(share), seed }
}

/**
 * Whether a mutant was drawn: by its place and change alone, so that each process of Stryker draws the same.
 *
 * @param {Pick<Mutant, 'location' | 'mutatorName' | 'replacement'>} mutant
 * @param {string} file from the repository
 * @param {Sample} sample
 */
export function isDrawn({ location: { start, end }, mutatorName, replacement }, file, { share, seed }) {
  const place = [start.line, start.column, end.line, end.column].join(':')
  const digest = createHash('sha256').update([seed, file, place, mutatorName, replacement].join('\n')).digest()
  return digest.readUInt32BE(0) / 2 ** 32 < share
}

/**
 * Where the score of all mutants lies with a probability of 95 %, by Wilson's interval.
 *
 * @param {number} noticed
 * @param {number} tried
 * @returns {{ lowPercent: number, highPercent: number }}
 */
export function scoreInterval(noticed, tried) {
  const z = 1.959964
  const share = noticed / tried
  const middle = share + z ** 2 / (2 * tried)
  const spread = z * Math.sqrt((share * (1 - share)) / tried + z ** 2 / (4 * tried ** 2))
  const whole = 1 + z ** 2 / tried
  return { lowPercent: (100 * (middle - spread)) / whole, highPercent: (100 * (middle + spread)) / whole }
}
