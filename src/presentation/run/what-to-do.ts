/**
 * What follows from what held a run: the next thing to do, by the diagnosis.
 */
import { limiterRecords } from '../../contracts/limiters.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import { formatCount } from '../../units/count.ts'
import { formatPercent } from '../../units/ratio.ts'

/** Sentences, the most useful first; the prediction's own advice comes after what the measurement says. */
export function whatToDo({ result, prediction }: MeasuredRecord): string[] {
  return [...(result === null ? [] : [limiterRecords[result.diagnosis.limiter].whatToDo]), ...adviceOf(prediction)]
}

/** What the prediction advises; the smallest size where it advises nothing. */
export function adviceOf({ smallest, deployment, advice }: Prediction): string[] {
  const size =
    smallest === null || smallest.size === deployment.size
      ? []
      : [
          `${formatCount(smallest.size)} ${deployment.unitName} is the smallest size that keeps every limit under ${formatPercent(smallest.targetUtilisation)}.`,
        ]
  return advice.length > 0 ? advice.map((entry) => entry.text) : size
}
