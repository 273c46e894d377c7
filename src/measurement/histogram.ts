/**
 * Records, encodes, merges and reads latency histograms without loss. Percentiles are never averaged: histograms are
 * added up, and percentiles are read from the sum.
 *
 * The encoding is HdrHistogram's compressed V2 in base64, which the Java, C and Go implementations can read.
 */
import { build, encodeIntoCompressedBase64, type Histogram } from 'hdr-histogram-js'
import { AppError } from '../contracts/app-error.ts'
import { histogramDigits, maxHistogramBytes, maxHistogramCounters } from '../contracts/encoded-histogram.ts'
import type { LatencySummary } from '../contracts/result.ts'
import { type HistogramCounts, type HistogramFault, highestValueAt, readHistogramCounts } from './histogram-counts.ts'

/** Initial range of a recorder: one hour, in µs. The recorder grows for longer values. */
export const latencyRangeUs = 3_600_000_000

/** Merged histograms store counts as doubles, because 32-bit counts could overflow. */
const mergedBucketBits = 64

/** Records latencies of one kind in one process, second by second. */
export interface LatencyRecorder {
  /**
   * Records a latency in µs. Negative values count as zero; fractions are rounded.
   *
   * @throws AppError INTERNAL if the value is not finite
   */
  recordUs(valueUs: number): void
  /** Adds what was counted elsewhere: `counts[i]` values at index `indexes[i]` of `HistogramCounts`. */
  addCounts(indexes: Uint32Array, counts: Uint32Array): void
  /** Returns the encoded values since the last call, or null if there are none, and empties the recorder. */
  takeEncoded(): string | null
}

/**
 * Creates an empty recorder.
 *
 * @param standsFor number of records that each value stands for. If only one record in k is timed, this is k, so that
 * histograms of producers with different k add up with the correct weights.
 */
export function createLatencyRecorder(standsFor = 1): LatencyRecorder {
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: latencyRangeUs,
    numberOfSignificantValueDigits: histogramDigits,
    bitBucketSize: 32,
    autoResize: true,
  })
  return {
    recordUs(valueUs) {
      // A NaN would be in no bucket and make the total wrong.
      if (!Number.isFinite(valueUs)) throw new AppError('INTERNAL', `A latency of ${valueUs} µs cannot be recorded.`)
      histogram.recordValueWithCount(valueUs > 0 ? Math.round(valueUs) : 0, standsFor)
    },
    addCounts(indexes, counts) {
      for (const [position, index] of indexes.entries()) {
        histogram.recordValueWithCount(highestValueAt(index), (counts[position] ?? 0) * standsFor)
      }
    },
    takeEncoded() {
      if (histogram.totalCount === 0) return null
      const encoded = encodeIntoCompressedBase64(histogram)
      histogram.reset()
      return encoded
    },
  }
}

/** The result of a merge that skips unreadable histograms. */
export interface TolerantMerge {
  /** The merged histogram, encoded; null if nothing was recorded. */
  readonly encoded: string | null
  /** Number of histograms that could not be read. */
  readonly unreadable: number
}

/**
 * Adds up encoded histograms.
 *
 * @returns the encoded sum; null if no histogram has a value
 * @throws AppError PROTOCOL_VIOLATION if an entry is not an encoded histogram
 */
export function mergeEncodedHistograms(encoded: readonly (string | null)[]): string | null {
  const { sum, faults } = addReadable(encoded)
  const [fault] = faults
  if (fault !== undefined) throw unreadableHistogram(fault)
  return encodedOrNull(sum)
}

/** Like `mergeEncodedHistograms`, but skips and counts unreadable histograms. Never throws. */
export function mergeReadableHistograms(encoded: readonly (string | null)[]): TolerantMerge {
  if (encoded.every((entry) => entry === null)) return { encoded: null, unreadable: 0 }
  const { sum, faults } = addReadable(encoded)
  return { encoded: encodedOrNull(sum), unreadable: faults.length }
}

function addReadable(encoded: readonly (string | null)[]): {
  readonly sum: Histogram
  readonly faults: HistogramFault[]
} {
  // Recording a value is slow, because the library looks up its index. So counts are summed by index first, and each
  // distinct value is recorded once.
  const totals = new Float64Array(maxHistogramCounters)
  const faults: HistogramFault[] = []
  for (const entry of encoded) {
    if (entry === null) continue
    const read = readHistogramCounts(entry)
    if (typeof read === 'string') faults.push(read)
    else addCounts(totals, read)
  }
  return { sum: histogramOf(totals), faults }
}

function addCounts(totals: Float64Array, { indexes, counts }: HistogramCounts): void {
  for (const [position, index] of indexes.entries()) totals[index] = (totals[index] ?? 0) + (counts[position] ?? 0)
}

function histogramOf(totals: Float64Array): Histogram {
  const sum = emptyMerged()
  totals.forEach((count, index) => {
    if (count > 0) sum.recordValueWithCount(highestValueAt(index), count)
  })
  return sum
}

function encodedOrNull(histogram: Histogram): string | null {
  return histogram.totalCount === 0 ? null : encodeIntoCompressedBase64(histogram)
}

/**
 * The mean, maximum and percentiles of one encoded histogram, in µs.
 *
 * @returns null if nothing was recorded
 * @throws AppError PROTOCOL_VIOLATION if the text is not an encoded histogram
 */
export function summariseHistogram(encoded: string | null): LatencySummary | null {
  if (encoded === null) return null
  const histogram = decode(encoded)
  if (histogram.totalCount === 0) return null
  return {
    count: histogram.totalCount,
    meanUs: histogram.mean,
    p50Us: histogram.getValueAtPercentile(50),
    p90Us: histogram.getValueAtPercentile(90),
    p95Us: histogram.getValueAtPercentile(95),
    p99Us: histogram.getValueAtPercentile(99),
    p999Us: histogram.getValueAtPercentile(99.9),
    maxUs: histogram.maxValue,
    histogram: encoded,
  }
}

/** One point of a latency distribution. */
export interface PercentilePoint {
  /** Percentile, 0 to 100. */
  readonly percentile: number
  /** The latency that this percentage of the records did not exceed, in µs. */
  readonly valueUs: number
  /** 1 / (1 - percentile / 100), which is the x axis of an HDR plot; infinite at the 100th percentile. */
  readonly oneIn: number
}

/**
 * The distribution as points for an HDR plot. Each series of `ticksPerHalf` points covers half of the remaining
 * distance to 100 %, until that distance is less than one record. The last point is the maximum.
 *
 * @returns an empty list if nothing was recorded
 * @throws AppError PROTOCOL_VIOLATION if the text is not an encoded histogram
 */
export function decodePercentileCurve(encoded: string | null, ticksPerHalf = 5): PercentilePoint[] {
  if (encoded === null) return []
  const histogram = decode(encoded)
  const total = histogram.totalCount
  if (total === 0) return []
  const points: PercentilePoint[] = []
  let remaining = 1
  // If fewer than one record remains, every further percentile is the maximum.
  for (let half = 0; remaining * total >= 1; half += 1) {
    for (let tick = 0; tick < ticksPerHalf; tick += 1) {
      const percentile = 100 * (1 - remaining * (1 - tick / (2 * ticksPerHalf)))
      points.push(pointAt(histogram, percentile))
    }
    remaining = 2 ** -(half + 1)
  }
  points.push({ percentile: 100, valueUs: histogram.maxValue, oneIn: Number.POSITIVE_INFINITY })
  return points
}

function pointAt(histogram: Histogram, percentile: number): PercentilePoint {
  return {
    percentile,
    valueUs: histogram.getValueAtPercentile(percentile),
    oneIn: 1 / (1 - percentile / 100),
  }
}

function emptyMerged(): Histogram {
  return build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: latencyRangeUs,
    numberOfSignificantValueDigits: histogramDigits,
    bitBucketSize: mergedBucketBits,
    autoResize: true,
  })
}

function decode(encoded: string): Histogram {
  const read = readHistogramCounts(encoded)
  if (typeof read === 'string') throw unreadableHistogram(read)
  const histogram = emptyMerged()
  for (const [position, index] of read.indexes.entries()) {
    histogram.recordValueWithCount(highestValueAt(index), read.counts[position] ?? 0)
  }
  return histogram
}

function unreadableHistogram(fault: HistogramFault): AppError {
  const why = fault === 'too-large' ? `it unpacks to more than ${maxHistogramBytes} bytes` : 'it is damaged'
  return new AppError('PROTOCOL_VIOLATION', `A latency histogram of a sample cannot be read: ${why}.`, {
    remedy: 'The sample was damaged on its way or written by another program; run again, or leave it out.',
  })
}
