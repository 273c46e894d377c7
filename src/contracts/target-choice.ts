/**
 * A target as a person chooses it.
 */
import { z } from 'zod'
import { connection } from './connection.ts'

/** Where a validation should go. `embedded` picks the first that works and says which. */
export const targetChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['embedded', 'embedded:kafka', 'embedded:simulated']) }),
  z.strictObject({ kind: z.literal('connection'), connection }),
])
export type TargetChoice = z.output<typeof targetChoice>
