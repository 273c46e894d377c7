/**
 * Observations: measured figures that a model can predict. They come from published points and from recorded runs.
 */
import type { Offering } from '../contracts/offering.ts'
import type { Band } from '../contracts/primitives.ts'

/** A measured figure, and how to predict it with any model. */
export type FitObservation = {
  readonly id: string
  /** The measured value, in the unit of `predict`. */
  readonly value: number
  /** True if the offered load limited the value, so that it is a lower bound. */
  readonly isCensored: boolean
  /** Predicts the figure for the configuration that was measured, with the parameters of the given offering. */
  readonly predict: (offering: Offering) => Band
}

/**
 * Smaller ratios of predicted / measured count as this one. A refused workload is predicted as zero, which has no
 * logarithm.
 */
const minRatio = 1e-6

/**
 * ln(predicted / measured). A censored observation, which is a lower bound, has an error only if the prediction is
 * lower.
 */
export function logError({ value, isCensored, predict }: FitObservation, offering: Offering): number {
  const error = Math.log(Math.max(predict(offering).likely / value, minRatio))
  return isCensored ? Math.min(0, error) : error
}
