/**
 * The time that a sample covers if it is merged from several parts.
 */

/** Time that a part or a sample covers. */
export interface CoveredTime {
  readonly startedAtEpochMs: number
  readonly durationMs: number
}

/**
 * The time from the start of the first part, or from the end of the previous sample if that is later, to the end of the
 * part that began last.
 *
 * A merged sample also contains records that came too late for earlier samples, so it covers their time as far as no
 * earlier sample does. Otherwise the records of a starved machine are divided by too short a time: rates were up to 5.5 %
 * too high. Time that an earlier sample covers is not counted again, so a late host does not lengthen the second for all.
 *
 * @param parts at least one, in order of their starts
 * @param previousEndMs end of the previous sample; for the first one, the agreed start
 */
export function mergedTime(parts: readonly CoveredTime[], previousEndMs: number): CoveredTime {
  const first = parts[0]
  const last = parts.at(-1)
  if (first === undefined || last === undefined) return { startedAtEpochMs: previousEndMs, durationMs: 0 }
  const startedAtEpochMs = Math.min(last.startedAtEpochMs, Math.max(first.startedAtEpochMs, previousEndMs))
  return { startedAtEpochMs, durationMs: last.startedAtEpochMs + last.durationMs - startedAtEpochMs }
}

/** The end of the covered time, in epoch ms. */
export function endOfTime({ startedAtEpochMs, durationMs }: CoveredTime): number {
  return startedAtEpochMs + durationMs
}
