/**
 * Which offered loads tell a right prediction from a wrong one. docs/verdicts.md derives the rules.
 */
import { saturation } from '../capacity/saturation.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { TargetDescription } from '../contracts/target.ts'
import { formatRecordRate } from '../units/record-rate.ts'
import { isWholeLoad, judgedFigures } from './comparisons.ts'

/** A verdict has to tell a right prediction from one that is wrong by this factor. */
export const provenFactor = 1.1

/** Loads that discriminate, in records/s. */
export interface DiscriminatingLoads {
  /** This much or more finds the limit: one that lies 10 % above its band still holds it. */
  readonly findsLimitFrom: number
  /** This much or less shows that the load is carried: a limit 10 % lower than likely carries it as well. */
  readonly isCarriedUpTo: number
}

/** True if the offered load lies within 10 % of the predicted limit, or above the lower end of its band. */
export function isNearLimit(prediction: Prediction): boolean {
  const { expected, offered } = prediction
  const isBelowBand = judgedFigures(prediction).every((name) => isWholeLoad(expected[name].low, offered[name]))
  return saturation(prediction) < provenFactor || !isBelowBand
}

/** The loads that would discriminate, by the likely limit and its band. */
export function discriminatingLoads(prediction: Prediction): DiscriminatingLoads {
  const { band, expected, offered } = prediction
  const limitFactor = saturation(prediction)
  const low = band.reduce((product, { lowFactor }) => product * Math.min(1, lowFactor), 1)
  const high = band.reduce((product, { highFactor }) => product * Math.max(1, highFactor), 1)
  // An end of the band that lies below the offered load is known; another one follows from the terms.
  const ends = judgedFigures(prediction).map((name) => expected[name].high / offered[name])
  const highEnd = Math.max(limitFactor * high, ...ends)
  return {
    findsLimitFrom: offered.recordsPerSec * highEnd * provenFactor,
    isCarriedUpTo: offered.recordsPerSec * limitFactor * Math.min(low, 1 / provenFactor),
  }
}

/** "Offer 58,300 records/s or more to find the limit." */
export function findingLoadText(prediction: Prediction): string {
  return `Offer ${formatRecordRate(roundedUp(discriminatingLoads(prediction).findsLimitFrom))} or more to find the limit.`
}

/** The same with "… Offer 45,400 records/s or less to show that the load is carried." */
export function discriminatingLoadsText(prediction: Prediction): string {
  const carried = formatRecordRate(roundedDown(discriminatingLoads(prediction).isCarriedUpTo))
  return `${findingLoadText(prediction)} Offer ${carried} or less to show that the load is carried.`
}

/** Before a run: that its load does not discriminate if it is met, and which one would; empty otherwise. */
export function discriminationNotes(
  prediction: Prediction,
  { enforces }: Pick<TargetDescription, 'enforces'>,
): string[] {
  const isEnforced = prediction.binding.some(({ dimension }) => enforces.includes(dimension))
  const { findsLimitFrom } = discriminatingLoads(prediction)
  const isFarAbove = prediction.offered.recordsPerSec >= findsLimitFrom
  if (!prediction.isFeasible || !isEnforced || isFarAbove || !isNearLimit(prediction)) return []
  return [
    `This load lies too near to the predicted limit${nearDirection(prediction)}: if it is met, a cluster with a higher limit would give the same figures, and nothing is proven. ${discriminatingLoadsText(prediction)}`,
  ]
}

/** " on reading (egress)" if the load lies near to the limit of one direction alone; else empty. */
function nearDirection({ directions }: Prediction): string {
  if (directions === undefined) return ''
  const isWritingNear = directions.ingress.headroom < provenFactor
  const isReadingNear = directions.egress.headroom < provenFactor
  if (isWritingNear === isReadingNear) return ''
  return isWritingNear ? ' on writing (ingress)' : ' on reading (egress)'
}

/** Far below what three digits show, far above the error of floating-point numbers. */
const roundingError = 1e-6

/** To three digits, so that the rounded load discriminates too. */
function roundedUp(recordsPerSec: number): number {
  const unit = unitOf(recordsPerSec)
  return Math.ceil(recordsPerSec / unit - roundingError) * unit
}

function roundedDown(recordsPerSec: number): number {
  const unit = unitOf(recordsPerSec)
  return Math.floor(recordsPerSec / unit + roundingError) * unit
}

function unitOf(value: number): number {
  return 10 ** Math.max(0, Math.floor(Math.log10(value)) - 2)
}
