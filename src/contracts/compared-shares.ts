/**
 * Which part of the measured wire bytes is compared with a prediction.
 */
import type { Prediction } from './prediction.ts'
import type { Result } from './result.ts'

/**
 * Share of the measured wire bytes, by direction, that the prediction counts: record batches, without the framing of
 * requests and responses that was measured.
 *
 * If readers are predicted to be held by a limit on reading, the predicted egress is that limit. Kafka's quota on readers
 * counts whole responses, so all bytes out are compared.
 */
export function comparedShares(
  { lag }: Pick<Prediction, 'lag'>,
  framing: Result['framing'],
): { readonly ingress: number; readonly egress: number } {
  if (framing === undefined) return { ingress: 1, egress: 1 }
  const isReadingHeld = lag !== null && lag !== undefined
  return { ingress: 1 - framing.ingressShare, egress: isReadingHeld ? 1 : 1 - framing.egressShare }
}
