/** HEADROOM_PROPERTY_TIMES=10 tries every property ten times as often: `npm run test:long -- properties`. */
const times = Number(process.env.HEADROOM_PROPERTY_TIMES ?? 1)

/** How often a property is tried: as often as usual, also on a busy machine; in a long run so many times as often. */
export function propertyRuns(usual: number): { numRuns: number } {
  return { numRuns: usual * times }
}

/** Only a property that hangs takes as long. */
export const propertyTimeoutMs = times > 1 ? 3_600_000 : 300_000
