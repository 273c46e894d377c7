/**
 * Says before a price that the size does not carry the peak, or only just.
 */
import { checkShares } from '../../capacity/check-shares.ts'
import { noRateText } from '../../capacity/explain-prediction.ts'
import { withinText } from '../../capacity/fixed-numbers.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import { counted } from '../../units/count.ts'
import { notCarriedSentence } from '../sizing/share-check-sentences.ts'

/** Whether a size carries the peak load. */
export interface SizeNote {
  /** Null if that is not known, because no rate is published. */
  readonly carriesPeak: boolean | null
  /** Sentences to put before the bill. Empty if the size carries the peak and keeps every limit at its target. */
  readonly sizeNote: string
}

/** Judges the size that a prediction is for. */
export function sizeNoteOf(prediction: Prediction, { unitName }: Pick<Offering, 'unitName'>): SizeNote {
  const { smallest, isFeasible, deployment } = prediction
  const { isCarried } = checkShares(prediction, 1)
  const unknown = noRateText(prediction)
  if (isFeasible && unknown !== null) return { carriesPeak: null, sizeNote: unknown }
  const units = (size: number) => counted(size, unitName.singular, unitName.plural)
  if (!isCarried) {
    const enough = smallest === null ? '' : ` ${units(smallest.size)} ${smallest.size === 1 ? 'is' : 'are'} enough.`
    return { carriesPeak: false, sizeNote: `${notCarriedSentence(prediction)}${enough}` }
  }
  if (smallest !== null && smallest.size <= deployment.size) return { carriesPeak: true, sizeNote: '' }
  const waiting = prediction.headroom < 1 ? ' only while clients wait' : ''
  const advice =
    smallest === null
      ? 'no size that can be bought leaves room to spare'
      : `the smallest size with ${withinText(smallest)} is ${units(smallest.size)}`
  return { carriesPeak: true, sizeNote: `${units(deployment.size)} can carry the peak${waiting}, but ${advice}.` }
}
