/**
 * Fitting the few parameters of a model to what was measured.
 *
 * Damped Gauss-Newton (Levenberg, Marquardt) on the logarithms of parameters and errors: a factor of two too much counts
 * as one too little, and no parameter can become negative. Errors are softened beyond 5 %, so that one odd figure does
 * not bend the rest. No chance and no clock: the same data give the same fit.
 */
import type { Offering } from '../contracts/offering.ts'
import { studentT } from '../measurement/student-t.ts'
import { crossProduct, gradient, inverseDiagonal, type Matrix, solveSymmetric } from './normal-equations.ts'
import { logError, type Observation } from './observation.ts'
import { type ModelParameter, withValues } from './parameters.ts'

/** No parameter moves further than this from where it began, as a factor. */
const furthest = 20

/** Relative step of the derivatives: wide enough to see over the rounding of predictions. */
const derivativeStep = 1e-4

const mostRounds = 40

/** A step that lowers the loss by less than this share of it ends the fit: far below what parameters are written with. */
const leastGain = 1e-7

/** The same for a fit that only tells starts apart. */
export const roughGain = 1e-3

/** Published and measured figures are not taken to be better than this, however well they agree. */
export const leastFigureError = 0.01

/** Up to about this errors count by their square, beyond it by their size: pseudo-Huber loss. */
const plainError = 0.05

/** Below this a prediction does not follow a parameter: one percent of it moves less than a hundred-thousandth. */
const leastSensitivity = 1e-3

/** A fitted model. */
export type Fit = {
  /** The model with the fitted values. */
  readonly offering: Offering
  /** In the order of the parameters. */
  readonly values: readonly number[]
  /** d ln(prediction) / d ln(parameter) at the fit. */
  readonly jacobian: Matrix
  /** ln(predicted / measured) at the fit. */
  readonly errors: readonly number[]
}

/** A fitted value with its 95 % interval, null where the data do not bound it. */
export type FittedInterval = { readonly low: number; readonly high: number } | null

/**
 * The parameters that bring predictions nearest to the observations; one that none of them follows stays as it was. A step
 * that gains less than `ending`, a share of the loss, ends it.
 */
export function fitParameters(
  offering: Offering,
  parameters: readonly ModelParameter[],
  observations: readonly Observation[],
  ending = leastGain,
): Fit {
  const movable = parameters.filter((each) => each.read(offering) > 0)
  const start = movable.map((each) => Math.log(each.read(offering)))
  const bounds = movable.map((each, index) => boundsOf(each, start[index] ?? 0))
  const errorsAt = (logs: readonly number[]) => {
    const model = withValues(offering, movable, logs.map(Math.exp))
    return observations.map((each) => logError(each, model))
  }
  const at = lowest(errorsAt, start, { bounds, ending })
  const jacobian = derivatives(errorsAt, at)
  const errors = errorsAt(at)
  const values = parameters.map((each) => {
    const index = movable.indexOf(each)
    const isMoved = index !== -1 && at[index] !== start[index]
    return isMoved ? Math.exp(at[index] ?? 0) : each.read(offering)
  })
  const wide = jacobian.map((row) => parameters.map((each) => row[movable.indexOf(each)] ?? 0))
  return { offering: withValues(offering, parameters, values), values, jacobian: wide, errors }
}

/** Where the loss is lowest, as logarithms of the parameters: first by what pulls, then, near it, by its curvature. */
function lowest(
  errorsAt: ErrorsAt,
  start: readonly number[],
  { bounds, ending }: { readonly bounds: readonly Bounds[]; readonly ending: number },
): readonly number[] {
  if (ending >= roughGain) return descend({ errorsAt, bounds, slopesAt: slopesFrom, weighted: byPull }, start, ending)
  const near = descend({ errorsAt, bounds, slopesAt: derivatives, weighted: byPull }, start, roughGain)
  return descend({ errorsAt, bounds, slopesAt: derivatives, weighted: byCurvature }, near, ending)
}

type ErrorsAt = (logs: readonly number[]) => readonly number[]

/** How a descent sees what it descends. */
type Slope = {
  readonly errorsAt: ErrorsAt
  readonly bounds: readonly Bounds[]
  readonly slopesAt: (errorsAt: ErrorsAt, at: readonly number[], errors: readonly number[]) => Matrix
  readonly weighted: (jacobian: Matrix, errors: readonly number[]) => Weighted
}

/** Damped steps, each of which lowers the loss, until one gains less than a share of it. */
function descend(
  { errorsAt, bounds, slopesAt, weighted: weightedBy }: Slope,
  start: readonly number[],
  ending: number,
): readonly number[] {
  let at = start
  let errors = errorsAt(at)
  let jacobian = slopesAt(errorsAt, at, errors)
  let damping = 1e-3
  for (let round = 0; round < mostRounds && damping < 1e6; round++) {
    const step = dampedStep(...weightedBy(jacobian, errors), damping)
    const next = at.map((value, index) => clip(value + (step[index] ?? 0), bounds[index]))
    const nextErrors = errorsAt(next)
    const [before, after] = [robustLoss(errors), robustLoss(nextErrors)]
    // At the bottom a step is refused by rounding alone: a smaller one would be too.
    if (Math.abs(after - before) <= ending * before) return after < before ? next : at
    if (after >= before) {
      damping *= 8
      continue
    }
    at = next
    errors = nextErrors
    jacobian = slopesAt(errorsAt, at, errors)
    damping = Math.max(damping / 8, 1e-9)
  }
  return at
}

/** The slopes of a model where it stands, without fitting. */
export function sensitivities(
  offering: Offering,
  parameters: readonly ModelParameter[],
  observations: readonly Observation[],
): Matrix {
  const start = parameters.map((each) => Math.log(Math.max(each.read(offering), Number.MIN_VALUE)))
  const errorsAt = (logs: readonly number[]) => {
    const model = withValues(offering, parameters, logs.map(Math.exp))
    return observations.map((each) => logError(each, model))
  }
  return derivatives(errorsAt, start)
}

/** Whether a prediction follows a parameter at all. */
export function isSensitive(slope: number): boolean {
  return Math.abs(slope) > leastSensitivity
}

/**
 * 95 % interval of each fitted value, from the Jacobian and the errors that the fit leaves.
 *
 * Null for all where the data do not tell parameters apart, and for one that no observation follows.
 */
export function fittedIntervals({ values, jacobian, errors }: Fit): FittedInterval[] {
  const columns = values.map((_, column) => column)
  const followed = columns.filter((column) => jacobian.some((row) => isSensitive(row[column] ?? 0)))
  const narrow = jacobian.map((row) => followed.map((column) => row[column] ?? 0))
  // What follows none of them says nothing about them, however wrong it is.
  const left = errors.filter((_, row) => narrow[row]?.some(isSensitive))
  const freedom = left.length - followed.length
  const diagonal = inverseDiagonal(crossProduct(narrow, followed.length))
  if (freedom < 1 || diagonal === null) return values.map(() => null)
  const spread = Math.max(Math.sqrt(squares(left) / freedom), leastFigureError)
  return values.map((value, column) => {
    const variance = diagonal[followed.indexOf(column)]
    if (variance === undefined) return null
    const reach = studentT('95 %', freedom) * spread * Math.sqrt(variance)
    return { low: value * Math.exp(-reach), high: value * Math.exp(reach) }
  })
}

/**
 * What moving each parameter costs near a fit, the others following: the loss rises by the curvature times ln(factor)
 * squared. Null where the data do not tell the parameters apart.
 */
export function lossCurvatures({ values, jacobian, errors }: Fit): readonly number[] | null {
  const [rows] = byCurvature(jacobian, errors)
  return inverseDiagonal(crossProduct(rows, values.length))?.map((variance) => 1 / variance) ?? null
}

function derivatives(errorsAt: ErrorsAt, at: readonly number[]): number[][] {
  const columns = at.map((_, moved) => {
    const shifted = (by: number) => errorsAt(at.map((value, index) => (index === moved ? value + by : value)))
    const [above, below] = [shifted(derivativeStep), shifted(-derivativeStep)]
    return above.map((value, index) => (value - (below[index] ?? 0)) / (2 * derivativeStep))
  })
  const rows = errorsAt(at).length
  return Array.from({ length: rows }, (_, row) => columns.map((column) => column[row] ?? 0))
}

/** The same from one side: half of the predictions, and near enough for a rough fit. */
function slopesFrom(errorsAt: ErrorsAt, at: readonly number[], errors: readonly number[]): number[][] {
  const columns = at.map((_, moved) =>
    errorsAt(at.map((value, index) => (index === moved ? value + derivativeStep : value))),
  )
  return errors.map((error, row) => columns.map((column) => ((column[row] ?? 0) - error) / derivativeStep))
}

function dampedStep(jacobian: Matrix, errors: readonly number[], damping: number): number[] {
  const size = jacobian[0]?.length ?? 0
  const damped = crossProduct(jacobian, size).map((row, at) =>
    row.map((value, column) => (at !== column ? value : value === 0 ? 1 : value * (1 + damping))),
  )
  const right = gradient(jacobian, errors, size).map((value) => -value)
  return solveSymmetric(damped, right) ?? right.map(() => 0)
}

type Bounds = readonly [low: number, high: number]

function boundsOf({ most }: ModelParameter, start: number): Bounds {
  const high = start + Math.log(furthest)
  return [start - Math.log(furthest), most === null ? high : Math.min(high, Math.log(most))]
}

function clip(value: number, bounds: Bounds | undefined): number {
  const [low, high] = bounds ?? [value, value]
  return Math.min(high, Math.max(low, value))
}

/** Pseudo-Huber loss of errors: their squares where they are small, their size where they are large. */
export function robustLoss(errors: readonly number[]): number {
  return errors.reduce((sum, error) => sum + 2 * plainError ** 2 * (Math.sqrt(1 + (error / plainError) ** 2) - 1), 0)
}

/** Slopes and errors as a step wants them. */
type Weighted = [jacobian: Matrix, errors: readonly number[]]

/** With the weight that the loss gives each error, less to a large one: safe from far away. */
function byPull(jacobian: Matrix, errors: readonly number[]): Weighted {
  return weighted(jacobian, errors, [-0.25, -0.25])
}

/**
 * With the curvature of the loss, which a large error has less of than it pulls: near the bottom. By their pull alone two
 * large errors against each other are approached in ever smaller steps, which end before the bottom.
 */
function byCurvature(jacobian: Matrix, errors: readonly number[]): Weighted {
  return weighted(jacobian, errors, [-0.75, 0.25])
}

/** Slopes and errors times powers of what the loss makes of each error. */
function weighted(
  jacobian: Matrix,
  errors: readonly number[],
  [ofSlopes, ofErrors]: readonly [number, number],
): Weighted {
  const sizes = errors.map((error) => 1 + (error / plainError) ** 2)
  const rows = jacobian.map((row, index) => row.map((slope) => slope * (sizes[index] ?? 1) ** ofSlopes))
  return [rows, errors.map((error, index) => error * (sizes[index] ?? 1) ** ofErrors)]
}

function squares(errors: readonly number[]): number {
  return errors.reduce((sum, error) => sum + error * error, 0)
}
