/** HEADROOM_PROPERTY_RUNS=100000 makes every property a long run; docs/decisions/one-solution.md has the command. */
const wanted = Number(process.env.HEADROOM_PROPERTY_RUNS ?? 0)

/** How often a property is tried: as often as usual, less often on a busy machine; in a long run as often as asked. */
export function propertyRuns(usual: number): { numRuns: number; interruptAfterTimeLimit?: number } {
  return wanted > 0 ? { numRuns: wanted } : { numRuns: usual, interruptAfterTimeLimit: 8_000 }
}

/** Time limit of one property. */
export const propertyTimeoutMs = wanted > 0 ? 3_600_000 : 30_000
