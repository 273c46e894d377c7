/**
 * Converts measured wire bytes to what predictions count, which is record batches without requests around them.
 */
import { comparedShares } from '../contracts/compared-shares.ts'
import type { FigureIntervals } from '../contracts/figures.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Interval } from '../contracts/primitives.ts'
import type { Result } from '../contracts/result.ts'

/** The steady intervals, reduced to the bytes that the prediction counts (`comparedShares`). */
export function asPredicted(
  steady: FigureIntervals,
  prediction: Pick<Prediction, 'lag'>,
  framing: Result['framing'],
): FigureIntervals {
  const { ingress, egress } = comparedShares(prediction, framing)
  return {
    ...steady,
    ingressWireBytesPerSec: scaled(steady.ingressWireBytesPerSec, ingress),
    egressWireBytesPerSec: scaled(steady.egressWireBytesPerSec, egress),
  }
}

function scaled({ low, mean, high }: Interval, share: number): Interval {
  return { low: low * share, mean: mean * share, high: high * share }
}
