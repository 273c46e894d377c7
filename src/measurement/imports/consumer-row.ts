/**
 * Reads one row that `kafka-consumer-perf-test` printed.
 */
import { numberPattern, scaledNumber } from './tool-number.ts'
import { mebibyte } from './tool-output.ts'

/** Pattern of times such as `2026-11-21 02:50:37:618`. They are in the time zone of the machine that printed them. */
export const dateTimePattern = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d:\d{3}`

/**
 * Pattern of a whole row.
 *
 * @param leading patterns of the leading columns, which are not numeric
 * @param counts numbers of numeric columns that may follow; Kafka's versions differ in them
 */
export function rowPattern(leading: readonly string[], counts: readonly number[]): RegExp {
  const numbers = counts.map((count) => `(?:, -?${numberPattern}){${count}}`).join('|')
  return new RegExp(`^${leading.join(', ')}(?:${numbers})$`)
}

/** The columns that separate joining the group (`rebalance`) from fetching. */
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
  /** Totals since the consumer began. */
  readonly totalBytes: number
  readonly records: number
  /** Rates over the last interval, or over the whole run in a line of totals. Null if the tool divided by zero. */
  readonly bytesPerSec: number | null
  readonly recordsPerSec: number | null
  /** Null in the output of Kafka before 1.1. */
  readonly fetch: FetchColumns | null
}

/**
 * Reads the columns of a row after the leading ones (times, or a time and a thread); null if its totals are no numbers.
 */
export function readRow(text: string, leadingColumns: number, line: number): ConsumerRow | null {
  // In some languages a comma is the decimal sign. Between columns, a space follows it.
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
