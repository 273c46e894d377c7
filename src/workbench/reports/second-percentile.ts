/**
 * The 99th percentile of a second over its clients. An hour has tens of thousands of histograms: the library decodes each
 * into an array of every value that it could hold (0.15 ms), so here the counts that are there are read alone (0.02 ms),
 * by the specification of HdrHistogram's compressed V2 encoding. What looks otherwise is left to the library.
 */
import { inflateSync } from 'node:zlib'
import { readMerged } from '../../measurement/histogram.ts'

/** First four bytes: a compressed histogram of V2, and what is inside it. */
const compressedCookie = 0x1c849314
const innerCookie = 0x1c849313
const compressedHeadBytes = 8
const innerHeadBytes = 40
/** Of the inner head: where the significant digits and the smallest unit stand. The shift before them is not used. */
const digitsAt = 12
const unitAt = 16

/** Two to this power are the values that one power of two is divided into, at three significant digits. */
const halfBucketMagnitude = 10
const halfBucketCount = 2 ** halfBucketMagnitude

/** Counts by the index of their value. */
type Counts = Map<number, number>

/** The merged 99th percentile in microseconds, never a mean of percentiles; null where nothing was recorded. */
export function p99Us(encoded: readonly (string | null)[]): number | null {
  const counts: Counts = new Map()
  const isRead = encoded.every((entry) => entry === null || addCounts(counts, entry))
  if (!isRead) return readMerged(encoded, [99])?.valuesUs[0] ?? null
  let total = 0
  for (const count of counts.values()) total += count
  if (total === 0) return null
  const wanted = Math.max(1, Math.ceil((99 * total) / 100))
  let seen = 0
  for (const index of [...counts.keys()].sort((one, other) => one - other)) {
    seen += counts.get(index) ?? 0
    if (seen >= wanted) return highestValueAt(index)
  }
  return null
}

/** False where it is not a histogram as our recorders write them; then `counts` are of no use. */
function addCounts(counts: Counts, encoded: string): boolean {
  const outer = Buffer.from(encoded, 'base64')
  if (outer.length <= compressedHeadBytes || outer.readInt32BE(0) !== compressedCookie) return false
  const inner = inflated(outer.subarray(compressedHeadBytes))
  if (inner === null || inner.length < innerHeadBytes || inner.readInt32BE(0) !== innerCookie) return false
  if (inner.readInt32BE(digitsAt) !== 3 || inner.readBigInt64BE(unitAt) !== 1n) return false
  return addPayload(counts, inner.subarray(innerHeadBytes, innerHeadBytes + inner.readInt32BE(4)))
}

function inflated(data: Buffer): Buffer | null {
  try {
    return inflateSync(data)
  } catch {
    // Damaged on its way: the library says what is to be done with it.
    return null
  }
}

/** Counts in turn, each a zigzag number of seven bits a byte; a negative one is a run of zeros. */
function addPayload(counts: Counts, payload: Buffer): boolean {
  let [at, index] = [0, 0]
  while (at < payload.length) {
    let [value, factor, byte] = [0, 1, 0x80]
    for (let length = 0; byte >= 0x80; length += 1) {
      byte = payload[at] ?? 0
      at += 1
      // The ninth byte of the format holds eight bits: no second has so many records.
      if (length >= 7 || at > payload.length) return false
      value += (byte & 0x7f) * factor
      factor *= 0x80
    }
    const count = value % 2 === 0 ? value / 2 : -(value + 1) / 2
    if (count > 0) counts.set(index, (counts.get(index) ?? 0) + count)
    index += count < 0 ? -count : 1
  }
  return true
}

/** The largest value that is counted at an index. */
function highestValueAt(index: number): number {
  const bucket = Math.max(0, (index >> halfBucketMagnitude) - 1)
  const place = index < halfBucketCount ? index : (index & (halfBucketCount - 1)) + halfBucketCount
  return (place + 1) * 2 ** bucket - 1
}
