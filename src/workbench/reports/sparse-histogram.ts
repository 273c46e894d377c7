/**
 * Histograms of seconds, added up. An hour has tens of thousands: the library decodes each into an array of every value
 * that it could hold (0.15 ms), so here the counts that are there are read alone (0.02 ms), by the specification of
 * HdrHistogram's compressed V2 encoding, and written so. What looks otherwise is left to the library.
 */
import { deflateSync, inflateSync } from 'node:zlib'
import { type MergedReading, readMerged } from '../../measurement/histogram.ts'

/** First four bytes: a compressed histogram of V2, and what is inside it. */
const compressedCookie = 0x1c849314
const innerCookie = 0x1c849313
const compressedHeadBytes = 8
const innerHeadBytes = 40
/** Of the inner head: where its fields stand. The shift before the digits is not used. */
const [digitsAt, unitAt, highestAt, ratioAt] = [12, 16, 24, 32]
const significantDigits = 3

/** Two to this power are the values that one power of two is divided into, at three significant digits. */
const halfBucketMagnitude = 10
const halfBucketCount = 2 ** halfBucketMagnitude

/** Counts of values in microseconds, by the index of their value. */
export interface SparseHistogram {
  readonly counts: ReadonlyMap<number, number>
  /** The largest value that the histograms were made for. */
  readonly highestTrackable: bigint
}

type Sum = { readonly counts: Map<number, number>; highestTrackable: bigint }

/** The sum of encoded histograms; null where one is not as our recorders write them, and the library is to read all. */
export function addSparse(encoded: readonly (string | null)[]): SparseHistogram | null {
  const sum: Sum = { counts: new Map(), highestTrackable: 0n }
  return encoded.every((entry) => entry === null || addEntry(sum, entry)) ? sum : null
}

/** The largest value that is counted where so many percent of all lie at or below; null where nothing was recorded. */
function percentileUs({ counts }: SparseHistogram, percentile: number): number | null {
  let total = 0
  for (const count of counts.values()) total += count
  const wanted = Math.max(1, Math.ceil((percentile * total) / 100))
  let seen = 0
  for (const index of indexesOf(counts)) {
    seen += counts.get(index) ?? 0
    if (seen >= wanted) return highestValueAt(index)
  }
  return null
}

/** The mean of all values, each taken for the middle of those that are counted with it; 0 where nothing was recorded. */
function meanUs({ counts }: SparseHistogram): number {
  let [total, sum] = [0, 0]
  for (const [index, count] of counts) {
    const bucket = bucketOf(index)
    // Half of a range of one is nothing.
    const middle = highestValueAt(index) + 1 - 2 ** bucket + Math.floor(2 ** bucket / 2)
    total += count
    sum += middle * count
  }
  return total === 0 ? 0 : sum / total
}

/** As `readMerged`, and the library where a histogram is not as our recorders write them. */
export function readSeconds(encoded: readonly (string | null)[], percentiles: readonly number[]): MergedReading | null {
  const sum = addSparse(encoded)
  if (sum === null) return readMerged(encoded, percentiles)
  const maxUs = percentileUs(sum, 100)
  if (maxUs === null) return null
  return {
    get meanUs() {
      return meanUs(sum)
    },
    maxUs,
    valuesUs: percentiles.map((percentile) => percentileUs(sum, percentile) ?? maxUs),
    encode: () => encodeSparse(sum),
  }
}

/** As the library writes it: compressed V2 in base64. */
export function encodeSparse({ counts, highestTrackable }: SparseHistogram): string {
  const payload = payloadOf(counts)
  const inner = Buffer.alloc(innerHeadBytes + payload.length)
  inner.writeInt32BE(innerCookie, 0)
  inner.writeInt32BE(payload.length, 4)
  inner.writeInt32BE(significantDigits, digitsAt)
  inner.writeBigInt64BE(1n, unitAt)
  inner.writeBigInt64BE(highestTrackable, highestAt)
  inner.writeDoubleBE(1, ratioAt)
  inner.set(payload, innerHeadBytes)
  const compressed = deflateSync(inner)
  const head = Buffer.alloc(compressedHeadBytes)
  head.writeInt32BE(compressedCookie, 0)
  head.writeInt32BE(compressed.length, 4)
  return Buffer.concat([head, compressed]).toString('base64')
}

/** False where it is not a histogram as our recorders write them; then the sum is of no use. */
function addEntry(sum: Sum, encoded: string): boolean {
  const outer = Buffer.from(encoded, 'base64')
  if (outer.length <= compressedHeadBytes || outer.readInt32BE(0) !== compressedCookie) return false
  const inner = inflated(outer.subarray(compressedHeadBytes))
  if (inner === null || inner.length < innerHeadBytes || inner.readInt32BE(0) !== innerCookie) return false
  if (inner.readInt32BE(digitsAt) !== significantDigits || inner.readBigInt64BE(unitAt) !== 1n) return false
  const highest = inner.readBigInt64BE(highestAt)
  if (highest > sum.highestTrackable) sum.highestTrackable = highest
  return addPayload(sum.counts, inner.subarray(innerHeadBytes, innerHeadBytes + inner.readInt32BE(4)))
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
function addPayload(counts: Map<number, number>, payload: Buffer): boolean {
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

/** The same, written: up to the last value that was recorded. */
function payloadOf(counts: ReadonlyMap<number, number>): number[] {
  const bytes: number[] = []
  let next = 0
  for (const index of indexesOf(counts)) {
    if (index > next) putNumber(bytes, 2 * (index - next) - 1)
    putNumber(bytes, 2 * (counts.get(index) ?? 0))
    next = index + 1
  }
  return bytes
}

function putNumber(bytes: number[], value: number): void {
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80)
  bytes.push(rest)
}

function indexesOf(counts: ReadonlyMap<number, number>): number[] {
  return [...counts.keys()].sort((one, other) => one - other)
}

/** The largest value that is counted at an index. */
function highestValueAt(index: number): number {
  const bucket = bucketOf(index)
  const place = index < halfBucketCount ? index : (index & (halfBucketCount - 1)) + halfBucketCount
  return (place + 1) * 2 ** bucket - 1
}

/** Values of one index are a range of two to this power. */
function bucketOf(index: number): number {
  return Math.max(0, (index >> halfBucketMagnitude) - 1)
}
