/**
 * The target of a validation, as the user chooses it.
 */
import { z } from 'zod'
import { connection } from './connection.ts'

/**
 * The target of a validation. `embedded` means the first embedded target that works; the run reports which one that is.
 */
export const targetChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['embedded', 'embedded:kafka', 'embedded:simulated']) }),
  z.strictObject({ kind: z.literal('connection'), connection }),
])
export type TargetChoice = z.output<typeof targetChoice>
