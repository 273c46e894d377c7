/**
 * Adds to the JSON of predictions and comparisons how old their limits are, as the text does with marks. A prediction
 * itself is the same on every day.
 */
import type { Prediction } from '../contracts/prediction.ts'
import { isOldSource } from '../presentation/source-text.ts'
import { isOlderThanAYear } from '../units/dated.ts'

/** The prediction with the day of its answer, and true for each limit and limit set that is more than a year older. */
export function withLimitAges(prediction: Prediction, today: string) {
  const { deployment, constraints, bursts } = prediction
  const aged = <T extends Pick<Prediction['constraints'][number], 'source'>>(limit: T) => ({
    ...limit,
    isOld: isOldSource(limit.source, today),
  })
  return {
    ...prediction,
    today,
    deployment: { ...deployment, areLimitsOld: isOlderThanAYear(deployment.limitsAsOf, today) },
    constraints: constraints.map(aged),
    ...(bursts === undefined ? {} : { bursts: bursts.map(aged) }),
  }
}
