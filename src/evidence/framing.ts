/**
 * Measured wire bytes in what predictions count.
 */
import type { FigureIntervals } from '../contracts/figures.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Interval } from '../contracts/primitives.ts'
import type { Result } from '../contracts/result.ts'

/**
 * Steady intervals as the prediction counts them: record batches, without the framing that was measured.
 *
 * If readers are predicted to be held by a limit on reading, the predicted egress is that limit. Kafka's quota on readers
 * counts whole responses, so the egress is then compared as it was received.
 */
export function asPredicted(
  steady: FigureIntervals,
  { lag }: Pick<Prediction, 'lag'>,
  framing: Result['framing'],
): FigureIntervals {
  if (framing === undefined) return steady
  const { ingressWireBytesPerSec, egressWireBytesPerSec } = steady
  const isReadingHeld = lag !== null && lag !== undefined
  return {
    ...steady,
    ingressWireBytesPerSec: without(framing.ingressShare, ingressWireBytesPerSec),
    egressWireBytesPerSec: isReadingHeld ? egressWireBytesPerSec : without(framing.egressShare, egressWireBytesPerSec),
  }
}

function without(share: number, { low, mean, high }: Interval): Interval {
  const rest = 1 - share
  return { low: low * rest, mean: mean * rest, high: high * rest }
}
