/**
 * A figure that somebody measured, with the way to predict it: a published point, or a recorded run.
 */
import type { Offering } from '../contracts/offering.ts'
import type { Band } from '../contracts/primitives.ts'

/** A measured figure that a model can be asked for. */
export type Observation = {
  readonly id: string
  /** In the unit of `predict`. */
  readonly value: number
  /** True where the load offered was the cap, so that the value is a lower bound. */
  readonly isCensored: boolean
  /** What an offering makes of the configuration, whatever its parameters. */
  readonly predict: (offering: Offering) => Band
}

/** Smallest prediction in a logarithm, as a share of the value: a refused workload is predicted as zero. */
const leastShare = 1e-6

/** ln(predicted / measured). A censored observation errs only where the prediction is below it. */
export function logError({ value, isCensored, predict }: Observation, offering: Offering): number {
  const error = Math.log(Math.max(predict(offering).likely / value, leastShare))
  return isCensored ? Math.min(0, error) : error
}
