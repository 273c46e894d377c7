/** Progress of a validation while it runs. */
import { z } from 'zod'
import { fraction, identifier, nonNegative } from './primitives.ts'

/** One second of a live run, for drawing. */
export const livePoint = z.strictObject({
  runId: identifier,
  second: nonNegative,
  offeredWireBytesPerSec: nonNegative,
  ingressWireBytesPerSec: nonNegative,
  egressWireBytesPerSec: nonNegative,
  recordsPerSec: nonNegative,
  throttleMs: nonNegative,
  responseP99Us: nonNegative.nullable(),
  lagRecords: nonNegative.nullable(),
  /**
   * Share of this second's acknowledged records in the partition with most of them x number of partitions; null if none
   * was acknowledged.
   */
  partitionSkew: nonNegative.nullable(),
  /** CPU cores in use by the busiest worker; null without workers. */
  clientCpuCores: nonNegative.nullable(),
  /** CPU cores in use by the busiest embedded broker; null without embedded brokers. */
  brokerCpuCores: nonNegative.nullable(),
})
export type LivePoint = z.output<typeof livePoint>

/** Phases of a validation. */
export const validationPhase = z.enum([
  'preparing',
  'trial',
  'preflight',
  'burn-in',
  'measuring',
  'draining',
  'cleaning-up',
  'ended',
])
/** Progress of a validation. `fraction` is the completed part of the phase, 0 to 1; null if it cannot be known. */
export const validationProgress = z.strictObject({
  runId: identifier,
  phase: validationPhase,
  message: z.string(),
  fraction: fraction.nullable(),
  /** Remaining time of the whole validation; null if not known. */
  leftMs: nonNegative.nullable(),
})
export type ValidationProgress = z.output<typeof validationProgress>
