/**
 * Words the calibration of a prediction.
 */
import type { Prediction } from '../contracts/prediction.ts'
import { significantDigits } from '../units/number-text.ts'
import { narrowedText } from './explain-laws.ts'

/** "With the calibration staging: burst.2026-03 = 1.1."; empty without a calibration. */
export function explainCalibration({ calibration }: Pick<Prediction, 'calibration'>): string {
  if (calibration === undefined) return ''
  const values = [
    ...Object.entries(calibration.parameters).map(([id, value]) => `${id} = ${significantDigits(value)}`),
    ...(calibration.laws ?? []).map(narrowedText),
  ]
  return `With the calibration ${calibration.name}: ${values.join(', ')}.`
}

/** One sentence per parameter that a calibration changed, with the reason; empty without a calibration. */
export function explainMoves({ calibration }: Pick<Prediction, 'calibration'>): string[] {
  return (calibration?.moves ?? []).map(({ id, before, value, reason }) => {
    return `${id} was ${significantDigits(before)} and is ${significantDigits(value)}: ${reason}`
  })
}
