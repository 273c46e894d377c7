/**
 * The response of a Jolokia agent to a `read` request. Only fields that are used are listed.
 */
import { z } from 'zod'

/** Attributes by name. The response to a pattern has one such object per MBean. */
const attributes = z.record(z.string().max(1000), z.unknown())

/** The response to one request. */
export const jolokiaAnswer = z.object({
  request: z.object({ mbean: z.string().max(2000), type: z.literal('read') }),
  value: z.union([attributes, z.number()]).optional(),
  /** Seconds since 1970 UTC. */
  timestamp: z.number().finite().min(0),
  status: z.int(),
  error: z.string().max(5000).optional(),
})
export type JolokiaAnswer = z.output<typeof jolokiaAnswer>
