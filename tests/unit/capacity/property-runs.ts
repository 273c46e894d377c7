/** HEADROOM_PROPERTY_RUNS=100000 makes every property a long run; docs/decisions/one-solution.md has the command. */
const wanted = Number(process.env.HEADROOM_PROPERTY_RUNS ?? 0)

/** How often a property is tried: as often as usual, also on a busy machine; in a long run as often as asked. */
export function propertyRuns(usual: number): { numRuns: number } {
  return { numRuns: wanted > 0 ? wanted : usual }
}

/** Only a property that hangs takes as long. */
export const propertyTimeoutMs = wanted > 0 ? 3_600_000 : 300_000
