/**
 * Limits how often something that crashes is restarted.
 */

/** Returns for each crash whether a restart is allowed: at most `limit` within `windowMs`. */
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
