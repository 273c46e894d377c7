/** HEADROOM_PROPERTY_TIMES=10 tries every property ten times as often: `npm run test:long -- properties`. */
const times = Number(process.env.HEADROOM_PROPERTY_TIMES ?? 1)

/** HEADROOM_PROPERTY_ENDS=1: a failing scenario is shown as it is, because finding the smallest takes many minutes. */
const endOnFailure = process.env.HEADROOM_PROPERTY_ENDS === '1'

/** How often a property is tried: as often as usual, also on a busy machine; in a long run so many times as often. */
export function propertyRuns(usual: number): { numRuns: number; endOnFailure: boolean } {
  return { numRuns: usual * times, endOnFailure }
}

/** Only a property that hangs takes as long. */
export const propertyTimeoutMs = times > 1 ? 3_600_000 : 300_000
