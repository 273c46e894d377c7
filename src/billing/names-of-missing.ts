/**
 * Charges without an amount, by what is not known: a price, or the retention of a topic whose storage has a price.
 */
import type { MissingLine } from './bill-line.ts'

/** The names of charges, in small letters and each once: those without a price, and those that only lack a retention. */
export function namesOfMissing(missing: readonly Pick<MissingLine, 'name' | 'unknown'>[]): {
  readonly prices: readonly string[]
  readonly retention: readonly string[]
} {
  const namesOf = (what: MissingLine['unknown']) => [
    ...new Set(missing.filter(({ unknown }) => unknown === what).map(({ name }) => name.toLowerCase())),
  ]
  return { prices: namesOf('price'), retention: namesOf('retention') }
}

/** "because a retention is not stated": what follows the name of such a charge. */
export const becauseOfRetention = 'because a retention is not stated'
