/**
 * Assigns detailed lines to their consumers.
 *
 * Several consumers may write into one terminal, all as thread 0. Each line has its total and the rate of its interval,
 * hence the total before it: that links it to the line before of the same consumer.
 */
import type { ImportedWindow } from '../../contracts/imported-run.ts'
import type { ConsumerRow } from './consumer-row.ts'

/** What the lines of one consumer say together. */
export interface DetailChain {
  readonly lastLine: number
  /** Records before its first line: above zero if earlier lines are missing. */
  readonly beginsAtRecords: number
  readonly records: number
  readonly bytes: number
  /** Time spent fetching, if the lines contain it. */
  readonly fetchMs: number
  readonly windows: readonly ImportedWindow[]
}

interface OpenChain {
  readonly first: ConsumerRow
  last: ConsumerRow
  fetchMs: number
  readonly windows: ImportedWindow[]
}

/** Rates carry four decimals: over an interval that rounds to less than this many records. */
const roundingRecords = 1

/** The consumers behind detailed lines, in the order of their first lines. */
export function chainRows(rows: readonly ConsumerRow[]): DetailChain[] {
  const chains: OpenChain[] = []
  for (const row of rows) {
    const before = recordsBefore(row)
    const own = chains.find(({ last }) => Math.abs(last.records - before) <= roundingRecords)
    const chain = own ?? { first: row, last: row, fetchMs: 0, windows: [] }
    if (own === undefined) chains.push(chain)
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

/** The interval of a line: joining and fetching together. */
function intervalSeconds({ fetch }: ConsumerRow): number {
  return fetch === null ? 0 : (fetch.rebalanceMs + fetch.durationMs) / 1000
}

function recordsBefore(row: ConsumerRow): number {
  const before = Math.round(row.records - (row.recordsPerSec ?? 0) * intervalSeconds(row))
  return before <= roundingRecords ? 0 : before
}

function bytesBefore(row: ConsumerRow): number {
  return Math.max(0, row.totalBytes - (row.bytesPerSec ?? 0) * intervalSeconds(row))
}
