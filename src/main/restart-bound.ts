/**
 * Limits how often a process that crashes is restarted.
 */

/** Allows at most `limit` restarts within `periodMs`. Call `allows` once per crash. @param now the time in ms */
export function createRestartBound(limit: number, periodMs: number, now: () => number): { allows(): boolean } {
  let crashTimesMs: number[] = []
  return {
    allows() {
      const nowMs = now()
      crashTimesMs = [...crashTimesMs.filter((time) => nowMs - time < periodMs), nowMs]
      return crashTimesMs.length <= limit
    },
  }
}
