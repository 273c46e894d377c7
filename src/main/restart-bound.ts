/**
 * Limits how often a process that crashes is restarted.
 */

/** Allows at most `limit` restarts within `windowMs`. Call `allows` once per crash. */
export function createRestartBound(limit: number, windowMs: number, now: () => number): { allows(): boolean } {
  let crashTimesMs: number[] = []
  return {
    allows() {
      const nowMs = now()
      crashTimesMs = [...crashTimesMs.filter((time) => nowMs - time < windowMs), nowMs]
      return crashTimesMs.length <= limit
    },
  }
}
