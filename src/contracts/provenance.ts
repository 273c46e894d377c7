/**
 * The provenance of the fields of a scenario that was made from an observation.
 */
import { z } from 'zod'
import { knowledge, timeSpan } from './observation.ts'
import { identifier, nonNegative } from './primitives.ts'

/** The provenance of one field of the scenario. */
export const fieldProvenance = z.strictObject({
  /** Path in the scenario: `workload.topics[0].partitions`. */
  field: z.string().min(1),
  how: knowledge,
  /** `id` of the source in the observation; null for an assumed value. */
  source: identifier.nullable(),
  span: timeSpan.nullable(),
  /** Expected error at 95 %, relative to the value; null if unknown. */
  relativeError: nonNegative.nullable(),
  /** How the value was derived, or why it was assumed. Left out if the source states it. */
  reason: z.string().min(1).max(500).optional(),
})
export type FieldProvenance = z.output<typeof fieldProvenance>
