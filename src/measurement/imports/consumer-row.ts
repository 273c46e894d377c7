/**
 * One row of `kafka-consumer-perf-test`: the columns after the first two, which are times or a thread.
 */
import { numberPattern, scaledNumber } from './tool-number.ts'
import { mebibyte } from './tool-output.ts'

/** `2026-11-21 02:50:37:618`: a colon before the milliseconds, in the time zone of that machine. */
export const dateTimePattern = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d:\d{3}`

/** A whole row: the leading columns, then as many numbers as one of the counts says. */
export function rowPattern(leading: readonly string[], counts: readonly number[]): RegExp {
  const numbers = counts.map((count) => `(?:, -?${numberPattern}){${count}}`).join('|')
  return new RegExp(`^${leading.join(', ')}(?:${numbers})$`)
}

/** The part of a row with the time of joining the group. */
interface FetchColumns {
  readonly rebalanceMs: number
  /** Zero or less if the tool could not measure it (Kafka before 2.6). */
  readonly durationMs: number
  readonly bytesPerSec: number | null
  readonly recordsPerSec: number | null
}

/** The numbers of a row, MiB as bytes. */
export interface ConsumerRow {
  readonly line: number
  /** Since the consumer began. */
  readonly totalBytes: number
  readonly records: number
  readonly bytesPerSec: number | null
  readonly recordsPerSec: number | null
  /** Null in the output of Kafka before 1.1. */
  readonly fetch: FetchColumns | null
}

/** The row; null if its totals are not numbers. */
export function readRow(text: string, leadingColumns: number, line: number): ConsumerRow | null {
  // A comma alone is the decimal sign of some languages; between columns a blank follows it.
  const cells = text.split(/,\s+/).slice(leadingColumns)
  const [mib, mibPerSec, count, countPerSec, rebalance, fetchTime, fetchMib, fetchCount] = cells
  const totalBytes = scaledNumber(mib, mebibyte)
  const records = scaledNumber(count, 1)
  if (totalBytes === null || records === null) return null
  return {
    line,
    totalBytes,
    records,
    bytesPerSec: scaledNumber(mibPerSec, mebibyte),
    recordsPerSec: scaledNumber(countPerSec, 1),
    fetch:
      fetchTime === undefined
        ? null
        : {
            rebalanceMs: scaledNumber(rebalance, 1) ?? 0,
            durationMs: scaledNumber(fetchTime, 1) ?? 0,
            bytesPerSec: scaledNumber(fetchMib, mebibyte),
            recordsPerSec: scaledNumber(fetchCount, 1),
          },
  }
}
