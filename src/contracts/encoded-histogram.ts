/**
 * Latency histograms as they travel: HdrHistogram's compressed V2 in base64, and how large one can be.
 */
import { z } from 'zod'

/** Significant decimal digits that a histogram keeps: a value is known to 0.1 %. */
export const histogramDigits = 3

/** Values that three digits tell apart within a power of two. */
const valuesOfAPower = 1_024

/** Below it each microsecond is counted by itself: 2 to the power of 11. */
const singleValuesPower = 11

/** Highest power of two that a double counts up to without gaps: 285 years in microseconds. */
const highestPower = 53

/** Most counters that a histogram of three digits has, whatever its recorder has grown to. */
export const mostHistogramCounters = 2 ** singleValuesPower + (highestPower - singleValuesPower) * valuesOfAPower

/** A count is written in seven bits a byte, its lowest for the sign: seven bytes hold 2^48 records. */
export const longestCountBytes = 7

/** What stands before the counts: cookie, length, digits, range. */
export const histogramHeadBytes = 40

/** Bytes that a histogram unpacks to at most: every counter in use, each with the largest count. 315,432. */
export const longestHistogramBytes = histogramHeadBytes + mostHistogramCounters * longestCountBytes

/** What stands before the compressed bytes: cookie and length. */
export const compressedHeadBytes = 8

/** zlib makes what cannot be compressed larger, by less than a thousandth and these bytes. */
const compressionMarginBytes = 20

/** Characters of base64 that the longest histogram has, though it cannot be compressed. */
export const longestHistogramCharacters =
  4 * Math.ceil((compressedHeadBytes + longestHistogramBytes * 1.001 + compressionMarginBytes) / 3)

/** A histogram of microseconds. How much it unpacks to is bounded where it is read. */
export const histogramText = z
  .string()
  .min(1)
  .max(longestHistogramCharacters, `expected a latency histogram of up to ${longestHistogramCharacters} characters`)

/** Null where nothing was recorded. */
export const encodedHistogram = histogramText.nullable()
