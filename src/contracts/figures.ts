/**
 * The five figures that predictions, measurements and charts use.
 *
 * Wire bytes are the bytes of record batches as brokers store them: after compression, with the framing of batches and
 * records. Payload bytes are the bytes of keys and values before compression. Services limit wire bytes.
 * `kafka-*-perf-test` prints payload MiB.
 */
import { z } from 'zod'
import { band, interval, nonNegative } from './primitives.ts'

/** Names of the five figures, in the order in which they are shown. */
export const figureNames = [
  'ingressWireBytesPerSec',
  'ingressPayloadBytesPerSec',
  'egressWireBytesPerSec',
  'egressPayloadBytesPerSec',
  'recordsPerSec',
] as const
export const figureName = z.enum(figureNames)
export type FigureName = z.output<typeof figureName>

/**
 * One value per figure. `recordsPerSec` counts records written: each record once, no matter how many groups read it.
 */
export const figures = z.strictObject({
  ingressWireBytesPerSec: nonNegative,
  ingressPayloadBytesPerSec: nonNegative,
  egressWireBytesPerSec: nonNegative,
  egressPayloadBytesPerSec: nonNegative,
  recordsPerSec: nonNegative,
})
export type Figures = z.output<typeof figures>

/** One band per figure. */
export const figureBands = z.strictObject({
  ingressWireBytesPerSec: band,
  ingressPayloadBytesPerSec: band,
  egressWireBytesPerSec: band,
  egressPayloadBytesPerSec: band,
  recordsPerSec: band,
})
export type FigureBands = z.output<typeof figureBands>

/** One measured interval per figure. */
export const figureIntervals = z.strictObject({
  ingressWireBytesPerSec: interval,
  ingressPayloadBytesPerSec: interval,
  egressWireBytesPerSec: interval,
  egressPayloadBytesPerSec: interval,
  recordsPerSec: interval,
})
export type FigureIntervals = z.output<typeof figureIntervals>
