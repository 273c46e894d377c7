/**
 * Adds up many histograms and encodes the sum in HdrHistogram's compressed V2 format. An hour has tens of thousands of
 * histograms: one per second, client and kind of latency. The library would add arrays with an entry per possible value.
 * Here only counts that are not 0 are added.
 */
import { deflateSync } from 'node:zlib'
import { compressedHeadBytes, histogramDigits, histogramHeadBytes } from '../../contracts/encoded-histogram.ts'
import {
  bucketOf,
  compressedCookie,
  headFields,
  highestValueAt,
  innerCookie,
  readHistogramCounts,
} from '../../measurement/histogram-counts.ts'

/** Counts of recorded values. An index stands for a range of values in microseconds. */
export interface SparseHistogram {
  /** Counts by index. */
  readonly counts: ReadonlyMap<number, number>
  /** The largest value that the histograms can record. */
  readonly highestTrackable: bigint
}

/** Figures of several merged histograms, in microseconds. */
export interface MergedHistogram {
  /** Computed only when it is read, because it takes longer than all other figures together. */
  readonly meanUs: number
  readonly maxUs: number
  /** One value per percentile, in the requested order. */
  readonly valuesUs: readonly number[]
  /** Encodes the merged histogram in the format of its parts. */
  encode(): string
}

/** Adds up encoded histograms. Leaves out histograms that cannot be read. */
export function addSparse(encoded: readonly (string | null)[]): SparseHistogram {
  const counts = new Map<number, number>()
  let highestTrackable = 0n
  for (const entry of encoded) {
    const decoded = entry === null ? 'unreadable' : readHistogramCounts(entry)
    if (typeof decoded === 'string') continue
    for (const [at, index] of decoded.indexes.entries()) {
      counts.set(index, (counts.get(index) ?? 0) + (decoded.counts[at] ?? 0))
    }
    if (decoded.highestTrackable > highestTrackable) highestTrackable = decoded.highestTrackable
  }
  return { counts, highestTrackable }
}

/** Returns the value at a percentile, taken as the end of the range of its index; null if nothing was recorded. */
function percentileUs({ counts }: SparseHistogram, percentile: number): number | null {
  let total = 0
  for (const count of counts.values()) total += count
  const rank = Math.max(1, Math.ceil((percentile * total) / 100))
  let seen = 0
  for (const index of indexesOf(counts)) {
    seen += counts.get(index) ?? 0
    if (seen >= rank) return highestValueAt(index)
  }
  return null
}

/** Returns the mean, with each value taken as the middle of the range of its index; 0 if nothing was recorded. */
function meanUs({ counts }: SparseHistogram): number {
  let [total, sum] = [0, 0]
  for (const [index, count] of counts) {
    const bucket = bucketOf(index)
    // The middle of a range of one value is that value.
    const middle = highestValueAt(index) + 1 - 2 ** bucket + Math.floor(2 ** bucket / 2)
    total += count
    sum += middle * count
  }
  return total === 0 ? 0 : sum / total
}

/**
 * Merges encoded histograms and reads percentiles (above 0, up to 100). Leaves out histograms that cannot be read.
 * Returns null if nothing was recorded.
 */
export function mergeHistograms(
  encoded: readonly (string | null)[],
  percentiles: readonly number[],
): MergedHistogram | null {
  const sum = addSparse(encoded)
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

/** Encodes a histogram as the library does: compressed V2 in base64. */
export function encodeSparse({ counts, highestTrackable }: SparseHistogram): string {
  const payload = payloadOf(counts)
  const inner = Buffer.alloc(histogramHeadBytes + payload.length)
  inner.writeInt32BE(innerCookie, 0)
  inner.writeInt32BE(payload.length, headFields.length)
  inner.writeInt32BE(histogramDigits, headFields.digits)
  inner.writeBigInt64BE(1n, headFields.unit)
  inner.writeBigInt64BE(highestTrackable, headFields.highest)
  inner.writeDoubleBE(1, headFields.ratio)
  inner.set(payload, histogramHeadBytes)
  const compressed = deflateSync(inner)
  const head = Buffer.alloc(compressedHeadBytes)
  head.writeInt32BE(compressedCookie, 0)
  head.writeInt32BE(compressed.length, 4)
  return Buffer.concat([head, compressed]).toString('base64')
}

/**
 * Encodes the counts up to the last that is not 0, as zigzag varints with seven bits per byte. A negative number stands
 * for that many zeros.
 */
function payloadOf(counts: ReadonlyMap<number, number>): number[] {
  const bytes: number[] = []
  let next = 0
  for (const index of indexesOf(counts)) {
    if (index > next) appendVarint(bytes, 2 * (index - next) - 1)
    appendVarint(bytes, 2 * (counts.get(index) ?? 0))
    next = index + 1
  }
  return bytes
}

function appendVarint(bytes: number[], value: number): void {
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80)
  bytes.push(rest)
}

/** The indexes that have counts, in ascending order. */
function indexesOf(counts: ReadonlyMap<number, number>): number[] {
  return [...counts.keys()].sort((one, other) => one - other)
}
