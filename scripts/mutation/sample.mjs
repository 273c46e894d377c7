/**
 * A random sample of the mutants of a part: a score for parts whose mutants are too many to try them all.
 */
import { createHash } from 'node:crypto'

/** @typedef {import('./judge-mutants.mjs').Mutant} Mutant */

/** Environment variable with which the processes of Stryker get the sample, as {@link sampleText} writes it. */
export const sampleVariable = 'HEADROOM_MUTATION_SAMPLE'

/**
 * @typedef {object} Sample
 * @property {number} share of all mutants, above 0 and at most 1
 * @property {string} seed a different seed draws different mutants
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
 * True if a mutant is drawn. That depends on its place and change alone, so that each process of Stryker draws the same ones.
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
 * Returns Wilson's 95 % interval of the score of all mutants.
 *
 * @param {number} noticed mutants of the sample that tests noticed
 * @param {number} tried mutants of the sample
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
