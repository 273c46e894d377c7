/**
 * Assigns the detailed lines of `kafka-consumer-perf-test` to consumers.
 *
 * Several consumers may print to one terminal, all as thread 0. Each line has the consumer's total and the rate since its
 * previous line. Total minus rate x interval is the total that the previous line had: the consumer whose last line has that
 * total printed this one.
 */
import type { ImportedWindow } from '../../contracts/imported-run.ts'
import type { ConsumerRow } from './consumer-row.ts'

/** The totals of one consumer over its lines. */
export interface DetailChain {
  /** Number of its last line in the output. */
  readonly lastLine: number
  /** Records that the consumer had read before its first line. Above zero if earlier lines are missing. */
  readonly beginsAtRecords: number
  readonly records: number
  readonly bytes: number
  /** Time spent on fetching; 0 if the lines do not contain it. */
  readonly fetchMs: number
  readonly windows: readonly ImportedWindow[]
}

interface OpenChain {
  readonly first: ConsumerRow
  last: ConsumerRow
  fetchMs: number
  readonly windows: ImportedWindow[]
}

/** Printed rates are rounded to four decimals. Over an interval this changes a total by less than this many records. */
const roundingRecords = 1

/** The consumers that printed these lines, in order of their first lines. */
export function chainRows(rows: readonly ConsumerRow[]): DetailChain[] {
  const chains: OpenChain[] = []
  for (const row of rows) {
    const previousRecords = recordsBefore(row)
    const known = chains.find(({ last }) => Math.abs(last.records - previousRecords) <= roundingRecords)
    const chain = known ?? { first: row, last: row, fetchMs: 0, windows: [] }
    if (known === undefined) chains.push(chain)
    chain.last = row
    const { fetch } = row
    if (fetch === null || fetch.durationMs <= 0) continue
    chain.fetchMs += fetch.durationMs
    if (fetch.recordsPerSec === null) continue
    chain.windows.push({
      durationMs: fetch.durationMs,
      recordsPerSec: fetch.recordsPerSec,
      payloadBytesPerSec: fetch.bytesPerSec,
    })
  }
  return chains.map(closeChain)
}

function closeChain({ first, last, fetchMs, windows }: OpenChain): DetailChain {
  const beginsAtRecords = recordsBefore(first)
  const isWhole = beginsAtRecords === 0
  return {
    lastLine: last.line,
    beginsAtRecords,
    records: last.records - beginsAtRecords,
    bytes: last.totalBytes - (isWhole ? 0 : bytesBefore(first)),
    fetchMs,
    windows,
  }
}

/** The seconds since the consumer's previous line: the time of joining the group plus the time of fetching. */
function intervalSeconds({ fetch }: ConsumerRow): number {
  return fetch === null ? 0 : (fetch.rebalanceMs + fetch.durationMs) / 1000
}

/** The consumer's records at its previous line; 0 at its first line. */
function recordsBefore(row: ConsumerRow): number {
  const before = Math.round(row.records - (row.recordsPerSec ?? 0) * intervalSeconds(row))
  return before <= roundingRecords ? 0 : before
}

function bytesBefore(row: ConsumerRow): number {
  return Math.max(0, row.totalBytes - (row.bytesPerSec ?? 0) * intervalSeconds(row))
}
