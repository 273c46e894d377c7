/**
 * The time of a sample that is put together from several parts.
 */

/** Time that a part or a sample covers. */
export interface CoveredTime {
  readonly startedAtEpochMs: number
  readonly durationMs: number
}

/**
 * From the end of the sample before, to the end of the part that began last.
 *
 * What came too late for earlier samples is in this one. Time that none of them covers must be in it too: the same
 * records over too short a time made the rates of a starved machine up to 5.5 % too high, because windows that are short
 * of time gain more than windows that have too much lose. Time that an earlier sample does cover is not counted twice: a
 * straggler does not stretch everybody's second.
 *
 * @param parts one at least, in order of their starts
 * @param previousEndMs end of the sample before; the agreed start before the first
 */
export function mergedTime(parts: readonly CoveredTime[], previousEndMs: number): CoveredTime {
  const first = parts[0]
  const last = parts.at(-1)
  if (first === undefined || last === undefined) return { startedAtEpochMs: previousEndMs, durationMs: 0 }
  const startedAtEpochMs = Math.min(last.startedAtEpochMs, Math.max(first.startedAtEpochMs, previousEndMs))
  return { startedAtEpochMs, durationMs: last.startedAtEpochMs + last.durationMs - startedAtEpochMs }
}

/** When a time is over. */
export function endOfTime({ startedAtEpochMs, durationMs }: CoveredTime): number {
  return startedAtEpochMs + durationMs
}
