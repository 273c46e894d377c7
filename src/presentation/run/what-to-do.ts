/**
 * What follows from what held a run: the next thing to do, by the diagnosis.
 */
import { limiterRecords } from '../../contracts/limiters.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import { smallestText } from '../sizing/size-sentences.ts'

/** Sentences, the most useful first; the prediction's own advice comes after what the measurement says. */
export function whatToDo({ result, prediction, offering }: MeasuredRecord): string[] {
  return [
    ...(result === null ? [] : [limiterRecords[result.diagnosis.limiter].whatToDo]),
    ...adviceOf(prediction, offering.unitName),
  ]
}

/** What the prediction advises; the smallest size if it advises nothing and another size would do. */
export function adviceOf({ smallest, deployment, advice }: Prediction, unitName: Offering['unitName']): string[] {
  const isOther = smallest !== null && smallest.size !== deployment.size
  const size = isOther ? [`The smallest size that fits: ${smallestText(smallest, unitName)}.`] : []
  return advice.length > 0 ? advice.map((entry) => entry.text) : size
}
