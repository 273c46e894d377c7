/**
 * Decodes the counts of a histogram in HdrHistogram's compressed V2 format. The decompressed size is limited, because
 * data from an agent or a file may expand to gigabytes.
 *
 * This reads only the counts that are present (0.02 ms per histogram). The library's decoder has no size limit and
 * allocates an array of all values that a histogram can hold (0.15 ms).
 */
import { Buffer } from 'node:buffer'
import {
  compressedHeadBytes,
  histogramDigits,
  histogramHeadBytes,
  maxCountBytes,
  maxHistogramBytes,
  maxHistogramCounters,
  maxHistogramLength,
} from '../contracts/encoded-histogram.ts'
import { inflateWithin } from './inflate.ts'

/** Magic numbers of a compressed V2 histogram, and of the decompressed histogram inside it. */
export const compressedCookie = 0x1c849314
export const innerCookie = 0x1c849313
/** Byte offsets of the inner header's fields. The normalising offset at byte 8 is not used. */
export const headFields = { length: 4, digits: 12, unit: 16, highest: 24, ratio: 32 } as const

/** Log2 of the number of equal steps into which each power of two is divided, for three significant digits. */
const halfBucketMagnitude = 10
const halfBucketCount = 2 ** halfBucketMagnitude

/** The counts that are not zero, by index in ascending order. Both lists have the same length. */
export interface HistogramCounts {
  readonly indexes: readonly number[]
  readonly counts: readonly number[]
  /** The largest value that the histogram can hold, in microseconds. */
  readonly highestTrackable: bigint
}

/**
 * Why a histogram was rejected. `unreadable`: damaged, or not written by our recorders. `too-large`: longer than any
 * real histogram, compressed or decompressed.
 */
export type HistogramFault = 'unreadable' | 'too-large'

/** The counts of an encoded histogram, or the fault. Never throws, and never allocates more than the size limit. */
export function readHistogramCounts(encoded: string): HistogramCounts | HistogramFault {
  if (encoded.length > maxHistogramLength) return 'too-large'
  const outer = viewOf(Buffer.from(encoded.trim(), 'base64'))
  if (outer.byteLength <= compressedHeadBytes || outer.getInt32(0) !== compressedCookie) return 'unreadable'
  const inner = inflateWithin(bytesOf(outer, compressedHeadBytes), maxHistogramBytes)
  return typeof inner === 'string' ? inner : readInner(viewOf(inner))
}

function readInner(inner: DataView): HistogramCounts | HistogramFault {
  if (inner.byteLength < histogramHeadBytes || inner.getInt32(0) !== innerCookie) return 'unreadable'
  const payloadBytes = inner.getInt32(headFields.length)
  if (payloadBytes < 0 || histogramHeadBytes + payloadBytes > inner.byteLength) return 'unreadable'
  if (inner.getInt32(headFields.digits) !== histogramDigits) return 'unreadable'
  if (inner.getBigInt64(headFields.unit) !== 1n) return 'unreadable'
  const read = readPayload(bytesOf(inner, histogramHeadBytes).subarray(0, payloadBytes))
  return read === null ? 'unreadable' : { ...read, highestTrackable: inner.getBigInt64(headFields.highest) }
}

/**
 * Decodes the counts, which are zigzag varints with seven bits per byte. A negative number stands for that many zeros
 * in a row. Null if the payload is damaged.
 */
function readPayload(payload: Uint8Array): Pick<HistogramCounts, 'indexes' | 'counts'> | null {
  const [indexes, counts]: [number[], number[]] = [[], []]
  let [at, index, total] = [0, 0, 0]
  while (at < payload.length) {
    let [value, factor, byte] = [0, 1, 0x80]
    for (let length = 0; byte >= 0x80; length += 1) {
      if (length >= maxCountBytes || at >= payload.length) return null
      byte = payload[at] ?? 0
      at += 1
      value += (byte & 0x7f) * factor
      factor *= 0x80
    }
    const count = value % 2 === 0 ? value / 2 : -(value + 1) / 2
    if (count > 0) {
      indexes.push(index)
      counts.push(count)
      total += count
    }
    index += count < 0 ? -count : 1
    if (index > maxHistogramCounters) return null
  }
  return Number.isSafeInteger(total) ? { indexes, counts } : null
}

/** The largest value that is counted at an index, in µs. */
export function highestValueAt(index: number): number {
  const subBucket = index < halfBucketCount ? index : (index & (halfBucketCount - 1)) + halfBucketCount
  return (subBucket + 1) * 2 ** bucketOf(index) - 1
}

/** Log2 of the number of values that share an index. */
export function bucketOf(index: number): number {
  return Math.max(0, (index >> halfBucketMagnitude) - 1)
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function bytesOf(view: DataView, from: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + from, view.byteLength - from)
}
