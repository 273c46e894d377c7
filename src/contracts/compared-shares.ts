/**
 * Computes which part of the measured wire bytes is compared with a prediction.
 */
import type { Prediction } from './prediction.ts'
import type { Result } from './result.ts'

/**
 * Returns the share of the measured wire bytes that the prediction counts, by direction. The prediction counts record
 * batches without the framing of requests and responses.
 *
 * Exception: if a limit on reading is predicted to slow the consumers, the predicted egress is that limit. Kafka's
 * quota on consumers counts whole responses, so all bytes out are compared then.
 */
export function comparedShares(
  { lag }: Pick<Prediction, 'lag'>,
  framing: Result['framing'],
): { readonly ingress: number; readonly egress: number } {
  if (framing === undefined) return { ingress: 1, egress: 1 }
  const isReadingLimited = lag !== null && lag !== undefined
  return { ingress: 1 - framing.ingressShare, egress: isReadingLimited ? 1 : 1 - framing.egressShare }
}
