/**
 * Latency histograms as they are sent and stored: HdrHistogram's compressed V2 encoding in base64, and the maximum size
 * of one.
 */
import { z } from 'zod'

/** Significant decimal digits of a histogram: values are accurate to 0.1 %. */
export const histogramDigits = 3

/** Values that three digits distinguish within a power of two. */
const valuesOfAPower = 1_024

/** Below 2 to the power of this, each microsecond has a counter of its own. */
const singleValuesPower = 11

/** Highest power of two that a double counts up to without gaps: 285 years in microseconds. */
const highestPower = 53

/** Maximum number of counters of a histogram with three digits, whatever its recorder has grown to. */
export const maxHistogramCounters = 2 ** singleValuesPower + (highestPower - singleValuesPower) * valuesOfAPower

/** A count is encoded with seven bits per byte, and its lowest bit is the sign: seven bytes hold 2^48 records. */
export const maxCountBytes = 7

/** Bytes before the counts: cookie, length, digits, range. */
export const histogramHeadBytes = 40

/** Maximum size of an unpacked histogram, with every counter in use and at the largest count: 315,432 bytes. */
export const maxHistogramBytes = histogramHeadBytes + maxHistogramCounters * maxCountBytes

/** Bytes before the compressed bytes: cookie and length. */
export const compressedHeadBytes = 8

/** zlib enlarges incompressible data by less than a thousandth plus this number of bytes. */
const compressionMarginBytes = 20

/** Length in base64 of the longest histogram, if it cannot be compressed. */
export const maxHistogramLength =
  4 * Math.ceil((compressedHeadBytes + maxHistogramBytes * 1.001 + compressionMarginBytes) / 3)

/** A histogram of microseconds. Its unpacked size is limited when it is read. */
export const histogramText = z
  .string()
  .min(1)
  .max(maxHistogramLength, `expected a latency histogram of up to ${maxHistogramLength} characters`)

/** A histogram; null if nothing was recorded. */
export const encodedHistogram = histogramText.nullable()
