/**
 * How often something that dies may be started again.
 */

/** Says for each death whether a restart is still allowed: at most `limit` within `windowMs`. */
export function createRestartBound(limit: number, windowMs: number, now: () => number): { allows(): boolean } {
  let deathTimesMs: number[] = []
  return {
    allows() {
      const nowMs = now()
      deathTimesMs = [...deathTimesMs.filter((time) => nowMs - time < windowMs), nowMs]
      return deathTimesMs.length <= limit
    },
  }
}
