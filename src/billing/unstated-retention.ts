/**
 * Storage whose price is known, but not for how long a topic keeps its records: the amount is not known either, for another
 * reason than a missing price.
 */

/** Why the charge of storage is not known. */
export function retentionReason(topics: readonly string[]): string {
  return `The retention of ${topics.join(', ')} is not stated.`
}

const retentionPattern = /^The retention of .* is not stated\.$/s

/** The names of charges, in small letters and each once: those without a price, and those that only lack a retention. */
export function namesOfMissing(missing: readonly { readonly name: string; readonly reason: string }[]): {
  readonly prices: readonly string[]
  readonly retention: readonly string[]
} {
  const namesOf = (isOfRetention: boolean) => [
    ...new Set(
      missing
        .filter(({ reason }) => retentionPattern.test(reason) === isOfRetention)
        .map(({ name }) => name.toLowerCase()),
    ),
  ]
  return { prices: namesOf(false), retention: namesOf(true) }
}

/** "because a retention is not stated": what follows the name of such a charge. */
export const becauseOfRetention = 'because a retention is not stated'
