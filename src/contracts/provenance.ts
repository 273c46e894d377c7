/**
 * Where the fields of a scenario come from that was made from an observation.
 */
import { z } from 'zod'
import { knowledge, timeSpan } from './observation.ts'
import { identifier, nonNegative } from './primitives.ts'

/** One field of the scenario. */
export const fieldProvenance = z.strictObject({
  /** Path in the scenario: `workload.topics[0].partitions`. */
  field: z.string().min(1),
  how: knowledge,
  /** `id` of the source in the observation; null for what is assumed. */
  source: identifier.nullable(),
  span: timeSpan.nullable(),
  /** Expected error at 95 %, relative to the value; null if unknown. */
  relativeError: nonNegative.nullable(),
  /** How the value follows, or why it was assumed; left out if the source states it. */
  reason: z.string().min(1).max(500).optional(),
})
export type FieldProvenance = z.output<typeof fieldProvenance>
