/** HEADROOM_PROPERTY_RUNS=100000 makes every property a long run; docs/decisions/one-solution.md has the command. */
const wanted = Number(process.env.HEADROOM_PROPERTY_RUNS ?? 0)

/** HEADROOM_PROPERTY_ENDS=1: a failing scenario is shown as it is, because finding the smallest takes many minutes. */
const endOnFailure = process.env.HEADROOM_PROPERTY_ENDS === '1'

/** How often a property is tried: as often as usual, also on a busy machine; in a long run as often as asked. */
export function propertyRuns(usual: number): { numRuns: number; endOnFailure: boolean } {
  return { numRuns: wanted > 0 ? wanted : usual, endOnFailure }
}

/** Only a property that hangs takes as long. */
export const propertyTimeoutMs = wanted > 0 ? 3_600_000 : 300_000
