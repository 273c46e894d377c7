/**
 * A measured figure and how to predict it. It comes from a published point or from a recorded run.
 */
import type { Offering } from '../contracts/offering.ts'
import type { Band } from '../contracts/primitives.ts'

/** A measured figure that any model can predict. */
export type Observation = {
  readonly id: string
  /** In the unit of `predict`. */
  readonly value: number
  /** True if the offered load limited the value, so that it is a lower bound. */
  readonly isCensored: boolean
  /** Predicts the figure for the configuration that was measured, with the parameters of the given offering. */
  readonly predict: (offering: Offering) => Band
}

/** Lower bound of predicted / measured, because a refused workload is predicted as zero and has no logarithm. */
const minRatio = 1e-6

/** ln(predicted / measured). A censored observation has an error only if the prediction lies below it. */
export function logError({ value, isCensored, predict }: Observation, offering: Offering): number {
  const error = Math.log(Math.max(predict(offering).likely / value, minRatio))
  return isCensored ? Math.min(0, error) : error
}
