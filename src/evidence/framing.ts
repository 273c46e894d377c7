/**
 * Measured wire bytes in what predictions count.
 */
import { comparedShares } from '../contracts/compared-shares.ts'
import type { FigureIntervals } from '../contracts/figures.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Interval } from '../contracts/primitives.ts'
import type { Result } from '../contracts/result.ts'

/** Steady intervals as the prediction counts them (`comparedShares`). */
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
