/**
 * Records, encodes, merges and reads latency histograms without loss. Percentiles are never averaged: histograms are
 * added up, and percentiles are read from the sum.
 *
 * The encoding is HdrHistogram's compressed V2 in base64, which the Java, C and Go implementations can read.
 */
import { build, encodeIntoCompressedBase64, type Histogram } from 'hdr-histogram-js'
import { AppError } from '../contracts/app-error.ts'
import { histogramDigits, longestHistogramBytes, mostHistogramCounters } from '../contracts/encoded-histogram.ts'
import type { LatencySummary } from '../contracts/result.ts'
import { type HistogramCounts, type HistogramFault, highestValueAt, readHistogramCounts } from './histogram-counts.ts'

/** Initial range of a recorder: one hour, in microseconds. It grows for longer values. */
export const latencyRangeUs = 3_600_000_000

/** Merged histograms use doubles as counts, because 32 bits could overflow. */
const mergedBucketBits = 64

/** Records latencies of one kind in one process, second by second. */
export interface LatencyRecorder {
  /**
   * Records a value in microseconds, for as many records as it stands for. Negative values count as zero; fractions are
   * rounded.
   */
  recordUs(valueUs: number): void
  /** The encoded values since the last call; null if there are none. The recorder is empty afterwards. */
  takeEncoded(): string | null
}

/**
 * A recorder for latencies up to an hour, which grows for longer ones. If one record in k is timed, each value
 * `standsFor` k, so that histograms of producers with different k can be added up with correct weights.
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
    takeEncoded() {
      if (histogram.totalCount === 0) return null
      const encoded = encodeIntoCompressedBase64(histogram)
      histogram.reset()
      return encoded
    },
  }
}

/** The result of a merge that skips unreadable entries. */
export interface TolerantMerge {
  /** The merged histogram, encoded; null if nothing was recorded. */
  readonly encoded: string | null
  /** Number of entries that could not be read. */
  readonly unreadable: number
}

/**
 * Adds up encoded histograms; the order does not matter.
 *
 * @returns the encoded sum; null if no entry has a value
 * @throws AppError PROTOCOL_VIOLATION if an entry is not an encoded histogram
 */
export function mergeEncodedHistograms(encoded: readonly (string | null)[]): string | null {
  const { sum, faults } = addReadable(encoded)
  const [fault] = faults
  if (fault !== undefined) throw unreadableHistogram(fault)
  return encodedOrNull(sum)
}

/** Like `mergeEncodedHistograms`, but skips and counts unreadable entries. Never throws. */
export function mergeReadableHistograms(encoded: readonly (string | null)[]): TolerantMerge {
  if (encoded.every((entry) => entry === null)) return { encoded: null, unreadable: 0 }
  const { sum, faults } = addReadable(encoded)
  return { encoded: encodedOrNull(sum), unreadable: faults.length }
}

function addReadable(encoded: readonly (string | null)[]): {
  readonly sum: Histogram
  readonly faults: HistogramFault[]
} {
  // The library looks up the index of each value, so each distinct value is recorded once instead of once per entry.
  const totals = new Float64Array(mostHistogramCounters)
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
  for (const [at, index] of indexes.entries()) totals[index] = (totals[index] ?? 0) + (counts[at] ?? 0)
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
 * Percentiles of one encoded histogram, in microseconds.
 *
 * @returns null if nothing was recorded
 * @throws AppError PROTOCOL_VIOLATION if it is not an encoded histogram
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
  /** Value that this percentage of the records did not exceed, in microseconds. */
  readonly valueUs: number
  /** 1 / (1 - percentile / 100): the x axis of an HDR plot; infinite at 100. */
  readonly oneIn: number
}

/**
 * The distribution as points for an HDR plot: `ticksPerHalf` steps to half the distance to 100 %, then as many to half
 * of the rest, and so on until the largest value.
 *
 * @returns an empty list if nothing was recorded
 * @throws AppError PROTOCOL_VIOLATION if it is not an encoded histogram
 */
export function decodePercentileCurve(encoded: string | null, ticksPerHalf = 5): PercentilePoint[] {
  if (encoded === null) return []
  const histogram = decode(encoded)
  const total = histogram.totalCount
  if (total === 0) return []
  const points: PercentilePoint[] = []
  let remaining = 1
  // Beyond one record in `total` every percentile is the maximum.
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
  for (const [at, index] of read.indexes.entries()) {
    histogram.recordValueWithCount(highestValueAt(index), read.counts[at] ?? 0)
  }
  return histogram
}

function unreadableHistogram(fault: HistogramFault): AppError {
  const why = fault === 'too-large' ? `it unpacks to more than ${longestHistogramBytes} bytes` : 'it is damaged'
  return new AppError('PROTOCOL_VIOLATION', `A latency histogram of a sample cannot be read: ${why}.`, {
    remedy: 'The sample was damaged on its way or written by another program; run again, or leave it out.',
  })
}
