/**
 * Computes which offered loads distinguish a right prediction from a wrong one. docs/verdicts.md derives the rules.
 */
import { saturation } from '../capacity/saturation.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { TargetDescription } from '../contracts/target.ts'
import { formatRecordRate } from '../units/record-rate.ts'
import { isWholeLoad, judgedFigures } from './comparisons.ts'

/** A verdict must distinguish a right prediction from one that is wrong by this factor. */
const discriminatedFactor = 1.1

/** Loads that discriminate, in records/s. */
export interface DiscriminatingLoads {
  /** A load of at least this exceeds the limit, even if the limit is 10 % above its band. */
  readonly minRecordsPerSecToFindLimit: number
  /** A load of at most this is carried, even if the limit is 10 % below its likely value. */
  readonly maxRecordsPerSecToBeCarried: number
}

/** True if the offered load is within 10 % of the predicted limit, or above the lower end of the limit's band. */
export function isNearLimit(prediction: Prediction): boolean {
  const { expected, offered } = prediction
  const isBelowBand = judgedFigures(prediction).every((name) => isWholeLoad(expected[name].low, offered[name]))
  return saturation(prediction) < discriminatedFactor || !isBelowBand
}

/** The loads that discriminate, computed from the likely limit and its band. */
export function discriminatingLoads(prediction: Prediction): DiscriminatingLoads {
  const { band, expected, offered } = prediction
  const limitFactor = saturation(prediction)
  const low = band.reduce((product, { lowFactor }) => product * Math.min(1, lowFactor), 1)
  const high = band.reduce((product, { highFactor }) => product * Math.max(1, highFactor), 1)
  // The band of a figure shows the limit's upper end only below the offered load. Otherwise it follows from the terms.
  const ends = judgedFigures(prediction).map((name) => expected[name].high / offered[name])
  const highEnd = Math.max(limitFactor * high, ...ends)
  return {
    minRecordsPerSecToFindLimit: offered.recordsPerSec * highEnd * discriminatedFactor,
    maxRecordsPerSecToBeCarried: offered.recordsPerSec * limitFactor * Math.min(low, 1 / discriminatedFactor),
  }
}

/** A sentence such as "Offer 58,300 records/s or more to find the limit." */
export function findingLoadText(prediction: Prediction): string {
  return `Offer ${formatRecordRate(roundUp(discriminatingLoads(prediction).minRecordsPerSecToFindLimit))} or more to find the limit.`
}

/** Two sentences; the second is such as "Offer 45,400 records/s or less to show that the load is carried." */
export function discriminatingLoadsText(prediction: Prediction): string {
  const carried = formatRecordRate(roundDown(discriminatingLoads(prediction).maxRecordsPerSecToBeCarried))
  return `${findingLoadText(prediction)} Offer ${carried} or less to show that the load is carried.`
}

/**
 * A note before a run if its load, when met, would prove nothing, with the loads that would discriminate; else empty.
 */
export function discriminationNotes(
  prediction: Prediction,
  { enforces }: Pick<TargetDescription, 'enforces'>,
): string[] {
  const isEnforced = prediction.binding.some(({ dimension }) => enforces.includes(dimension))
  const { minRecordsPerSecToFindLimit } = discriminatingLoads(prediction)
  const isFarAbove = prediction.offered.recordsPerSec >= minRecordsPerSecToFindLimit
  if (!prediction.isFeasible || !isEnforced || isFarAbove || !isNearLimit(prediction)) return []
  return [
    `This load lies too near to the predicted limit${nearDirection(prediction)}: if it is met, a cluster with a higher limit would give the same figures, and nothing is proven. ${discriminatingLoadsText(prediction)}`,
  ]
}

/** " on reading (egress)" or its like if the load is near the limit of only one direction; else empty. */
function nearDirection({ directions }: Prediction): string {
  if (directions === undefined) return ''
  const isWritingNear = directions.ingress.headroom < discriminatedFactor
  const isReadingNear = directions.egress.headroom < discriminatedFactor
  if (isWritingNear === isReadingNear) return ''
  return isWritingNear ? ' on writing (ingress)' : ' on reading (egress)'
}

/** Far smaller than three digits show, and far larger than floating-point errors. */
const roundingError = 1e-6

/** Rounds up to three digits, so that the rounded load discriminates as well. */
function roundUp(recordsPerSec: number): number {
  const unit = unitOf(recordsPerSec)
  return Math.ceil(recordsPerSec / unit - roundingError) * unit
}

/** Rounds down to three digits, for the same reason. */
function roundDown(recordsPerSec: number): number {
  const unit = unitOf(recordsPerSec)
  return Math.floor(recordsPerSec / unit + roundingError) * unit
}

function unitOf(value: number): number {
  return 10 ** Math.max(0, Math.floor(Math.log10(value)) - 2)
}
