/**
 * The answer of a Jolokia agent to a `read` request, as far as it is used.
 */
import { z } from 'zod'

/** Attributes by their name; a read of a pattern has one such object for each MBean. */
const attributes = z.record(z.string().max(1000), z.unknown())

export const jolokiaAnswer = z.object({
  request: z.object({ mbean: z.string().max(2000), type: z.literal('read') }),
  value: z.union([attributes, z.number()]).optional(),
  /** Seconds since 1970 UTC. */
  timestamp: z.number().finite().min(0),
  status: z.int(),
  error: z.string().max(5000).optional(),
})
export type JolokiaAnswer = z.output<typeof jolokiaAnswer>
