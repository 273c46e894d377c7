/**
 * The seed of the property tests. The same source has the same test cases everywhere, so tests that pass here also pass
 * in CI. Each change of the source has other cases, and `npm run test:long -- properties` has new ones every time.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'

/** A seed, or `random`. */
export const propertySeedVariable = 'HEADROOM_PROPERTY_SEED'

/** Number of seeds that fast-check accepts. */
const seedCount = 2 ** 31

/**
 * @param {string} rootPath of the repository
 * @param {string | undefined} requested value of HEADROOM_PROPERTY_SEED
 * @returns {number} the requested seed or, without one, a number that depends on the committed `src` only; 1 outside a
 *   repository
 * @throws {Error} if the requested text is no seed
 */
export function propertySeed(rootPath, requested) {
  if (requested === 'random') return randomInt(seedCount)
  if (requested !== undefined && requested !== '') return seedFrom(requested)
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD:src'], { cwd: rootPath, encoding: 'utf8' })
  return status === 0 ? Number.parseInt(stdout.slice(0, 8), 16) % seedCount : 1
}

/** @param {string} text @returns {number} */
function seedFrom(text) {
  const seed = Number(text)
  if (Number.isInteger(seed) && Math.abs(seed) < seedCount) return seed
  throw new Error(
    `${propertySeedVariable}: expected "random" or a whole number below ${seedCount} (a failed property prints its seed), got "${text}".`,
  )
}
