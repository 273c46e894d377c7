/**
 * Latency histograms as they are sent and stored: HdrHistogram's compressed V2 encoding in base64, and the maximum size
 * of one.
 */
import { z } from 'zod'

/** Significant decimal digits of a histogram: values are accurate to 0.1 %. */
export const histogramDigits = 3

/** Number of counters per power of two that three digits need. */
const countersPerPower = 1_024

/** Each microsecond below 2 to this power has its own counter. */
const singleValuesPower = 11

/** A double represents all integers up to 2 to this power, which is 285 years in microseconds. */
const highestPower = 53

/** Maximum number of counters of a histogram with three digits. */
export const maxHistogramCounters = 2 ** singleValuesPower + (highestPower - singleValuesPower) * countersPerPower

/**
 * Maximum bytes of a count. With seven bits per byte, one of them for the sign, seven bytes encode up to 2^48 records.
 */
export const maxCountBytes = 7

/** Bytes before the counts: cookie, length, digits, range. */
export const histogramHeadBytes = 40

/** Maximum size of a decompressed histogram (315,432 bytes): every counter is used and has the largest count. */
export const maxHistogramBytes = histogramHeadBytes + maxHistogramCounters * maxCountBytes

/** Bytes before the compressed part: cookie and length. */
export const compressedHeadBytes = 8

/** zlib enlarges incompressible data by less than a thousandth plus this number of bytes. */
const compressionMarginBytes = 20

/** Maximum length of an encoded histogram in base64, for content that cannot be compressed. */
export const maxHistogramLength =
  4 * Math.ceil((compressedHeadBytes + maxHistogramBytes * 1.001 + compressionMarginBytes) / 3)

/** A histogram of microseconds. Its decompressed size is limited when it is read. */
export const histogramText = z
  .string()
  .min(1)
  .max(maxHistogramLength, `expected a latency histogram of up to ${maxHistogramLength} characters`)

/** A histogram; null if nothing was recorded. */
export const encodedHistogram = histogramText.nullable()
