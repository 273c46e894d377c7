import { z } from 'zod'
import { nonNegative, positive, positiveCount } from './primitives.ts'

/** Circumstances of a prediction that are not part of the scenario: the target of the run. */
export const predictionContext = z.strictObject({
  /** Factor on byte and rate limits (not on counts). */
  capacityScale: positive.default(1),
  /**
   * False on a target that enforces the declared capacity by Kafka's client quotas: it has no bursts, and its ingress
   * counts whole requests.
   */
  allowsBurst: z.boolean().default(true),
  /** Number of brokers of the target, if known. */
  brokers: positiveCount.optional(),
  /** Length of the prefix that a run gives to the names of topics and clients. Left out: no prefix. */
  namePrefixBytes: nonNegative.optional(),
})
export type PredictionContext = z.output<typeof predictionContext>
