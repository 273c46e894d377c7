/**
 * Latency histograms: recorded, encoded, merged and read back without loss. Percentiles are never averaged: they are
 * read from a histogram, and histograms are only ever added up.
 *
 * Encoding is HdrHistogram's compressed V2 in base64, which the Java, C and Go implementations read too.
 */
import { build, encodeIntoCompressedBase64, type Histogram } from 'hdr-histogram-js'
import { AppError } from '../contracts/app-error.ts'
import { histogramDigits, longestHistogramBytes, mostHistogramCounters } from '../contracts/encoded-histogram.ts'
import type { LatencySummary } from '../contracts/result.ts'
import { type HistogramCounts, type HistogramFault, highestValueAt, readHistogramCounts } from './histogram-counts.ts'

/** Range that a recorder covers without growing: one hour, in microseconds. Longer values make it grow. */
export const latencyRangeUs = 3_600_000_000

/** Counts of a merged histogram are doubles: they cannot overflow where a recorder's 32 bits could. */
const mergedBucketBits = 64

/** Records latencies of one kind in one process, a second at a time. */
export interface LatencyRecorder {
  /**
   * Counts a value, in microseconds, for the records that it stands for. Below zero counts as zero; fractions are
   * rounded.
   */
  recordUs(valueUs: number): void
  /** What was recorded since the last call, encoded; null where nothing was. The recorder is empty afterwards. */
  takeEncoded(): string | null
}

/**
 * A recorder for latencies up to an hour, and beyond by growing. Where one record in k is timed, each value `standsFor` k:
 * so histograms of producers that are timed more and less often can be added up, and each weighs what it sent.
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
      // A NaN would be counted in no bucket and spoil the total for good.
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

/** A merge that goes on where an entry cannot be read. */
export interface TolerantMerge {
  /** The merged histogram, encoded; null where nothing was recorded. */
  readonly encoded: string | null
  /** Entries that could not be read and are not in it. */
  readonly unreadable: number
}

/**
 * Adds up encoded histograms; the order does not matter.
 *
 * @returns the encoded sum; null where no entry holds a value
 * @throws AppError PROTOCOL_VIOLATION where an entry is not an encoded histogram
 */
export function mergeEncodedHistograms(encoded: readonly (string | null)[]): string | null {
  const { sum, faults } = addReadable(encoded)
  const [fault] = faults
  if (fault !== undefined) throw unreadableHistogram(fault)
  return encodedOrNull(sum)
}

/** As `mergeEncodedHistograms`, but leaves out and counts what cannot be read. Never throws. */
export function mergeReadableHistograms(encoded: readonly (string | null)[]): TolerantMerge {
  if (encoded.every((entry) => entry === null)) return { encoded: null, unreadable: 0 }
  const { sum, faults } = addReadable(encoded)
  return { encoded: encodedOrNull(sum), unreadable: faults.length }
}

function addReadable(encoded: readonly (string | null)[]): {
  readonly sum: Histogram
  readonly faults: HistogramFault[]
} {
  // The library finds the place of each value that it is given: it is given each once, and not once an entry.
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
 * @returns null where there is nothing recorded
 * @throws AppError PROTOCOL_VIOLATION where it is not an encoded histogram
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
  /** Value that this share of the records did not exceed, in microseconds. */
  readonly valueUs: number
  /** 1 / (1 - percentile / 100): the x axis of an HDR plot; infinite at 100. */
  readonly oneIn: number
}

/**
 * The distribution as points for an HDR plot: `ticksPerHalf` steps to half the distance to 100 %, then as many to half
 * of the rest, and so on until the largest value.
 *
 * @returns an empty list where nothing was recorded
 * @throws AppError PROTOCOL_VIOLATION where it is not an encoded histogram
 */
export function decodePercentileCurve(encoded: string | null, ticksPerHalf = 5): PercentilePoint[] {
  if (encoded === null) return []
  const histogram = decode(encoded)
  const total = histogram.totalCount
  if (total === 0) return []
  const points: PercentilePoint[] = []
  let remaining = 1
  // Past one record in `total` every percentile is the maximum.
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
