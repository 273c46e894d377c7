/** What is told of a validation while it runs. */
import { z } from 'zod'
import { fraction, identifier, nonNegative } from './primitives.ts'

/** One second of a live run, ready to be drawn. */
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
  /** Hottest partition's share of this second's acknowledged records x number of partitions; null where none was. */
  partitionSkew: nonNegative.nullable(),
  /** Busiest worker, in cores; null without workers. */
  clientCpuCores: nonNegative.nullable(),
  /** Busiest embedded broker, in cores; null where there is none. */
  brokerCpuCores: nonNegative.nullable(),
})
export type LivePoint = z.output<typeof livePoint>

/** How far a validation is. */
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
/** Where a validation is; `fraction` of its phase is 0 to 1, null where nobody can know. */
export const validationProgress = z.strictObject({
  runId: identifier,
  phase: validationPhase,
  message: z.string(),
  fraction: fraction.nullable(),
  /** Time left of the whole validation; null where not known. */
  leftMs: nonNegative.nullable(),
})
export type ValidationProgress = z.output<typeof validationProgress>
