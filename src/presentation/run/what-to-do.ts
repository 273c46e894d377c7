/**
 * Advice after a run, by its diagnosis and its prediction.
 */
import { limiterRecords } from '../../contracts/limiters.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import { smallestText } from '../sizing/size-sentences.ts'

/** Sentences, the most useful first: advice from the measurement, then advice from the prediction. */
export function whatToDo({ result, prediction, offering }: MeasuredRecord): string[] {
  return [
    ...(result === null ? [] : [limiterRecords[result.diagnosis.limiter].whatToDo]),
    ...adviceOf(prediction, offering.unitName),
  ]
}

/** The prediction's advice. If it has none, the smallest size, provided that it differs from the deployment's. */
export function adviceOf({ smallest, deployment, advice }: Prediction, unitName: Offering['unitName']): string[] {
  const isOther = smallest !== null && smallest.size !== deployment.size
  const size = isOther ? [`The smallest size that fits: ${smallestText(smallest, unitName)}.`] : []
  return advice.length > 0 ? advice.map((entry) => entry.text) : size
}
