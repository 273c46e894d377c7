import { z } from 'zod'
import { dimension } from './offering.ts'
import { nonNegative, positive } from './primitives.ts'
import { source } from './source.ts'

/** A burst of hosts or volumes above their sustained rate, and its duration. */
export const burst = z.strictObject({
  /** `id` of the constraint whose capacity can burst. */
  id: z.string().min(1),
  dimension,
  /** Rates that brokers can use: sustained, and during the burst. */
  sustainedBytesPerSec: nonNegative,
  burstBytesPerSec: nonNegative,
  /** Duration of the burst, starting with full credits. */
  leastMs: positive,
  /** Left out: not published, or exactly the least. */
  mostMs: positive.optional(),
  /** Formula of the duration, with the numbers filled in. */
  formula: z.string().min(1),
  source,
  /** True if the source is more than a year older than the day of the answer. Left out of records. */
  isOld: z.boolean().optional(),
})
export type Burst = z.output<typeof burst>
