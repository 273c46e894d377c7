/**
 * Adds to the JSON of predictions whether their limits are old. A prediction itself does not say it, because it is the same
 * on every day.
 */
import type { Prediction } from '../contracts/prediction.ts'
import { isOldSource } from '../presentation/source-text.ts'
import { isOlderThanAYear } from '../units/dated.ts'

/** Adds the day of the answer, and whether each limit and the limit set are more than a year older than that day. */
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
