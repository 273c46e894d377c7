/**
 * Checks for scripts that a prediction uses no more than a given share of each limit.
 */
import { dimensionRecords } from '../contracts/dimensions.ts'
import type { Constraint, Prediction } from '../contracts/prediction.ts'
import { saturation } from './saturation.ts'

/** A limit that the offered load uses, and whether it uses more than the share. */
export type CheckedLimit = { readonly constraint: Constraint; readonly isAbove: boolean }

/** The outcome of a check. */
export type ShareCheck = {
  /** The maximum utilisation that is allowed, 0 to 1. */
  readonly share: number
  /** True if the deployment is feasible, and producers and consumers get the whole offered load. */
  readonly isCarried: boolean
  /** Every limit that can slow or refuse the workload, in the order of the prediction. */
  readonly limits: readonly CheckedLimit[]
  /** True if the load is carried and no limit is above the share. */
  readonly isPassed: boolean
}

/** Absorbs rounding: a utilisation within this factor of the share is at the share. */
const slack = 1 + 1e-9

/**
 * Checks every limit at the offered load, even if that load is not carried. Mere waste, such as a consumer without a
 * partition, is not a limit.
 */
export function checkShares(prediction: Prediction, share: number): ShareCheck {
  const limits = prediction.constraints
    .filter(({ dimension }) => dimensionRecords[dimension].role !== 'wastes')
    .map((constraint) => ({ constraint, isAbove: constraint.utilisation > share * slack }))
  const isCarried = prediction.isFeasible && saturation(prediction) * slack >= 1
  return { share, isCarried, limits, isPassed: isCarried && limits.every(({ isAbove }) => !isAbove) }
}
