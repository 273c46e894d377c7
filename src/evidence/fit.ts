/**
 * Fitting the few parameters of a model to what was measured.
 *
 * Levenberg-Marquardt (damped Gauss-Newton) on the logarithms of parameters and errors, so that twice too much counts
 * like half too little and no parameter can become negative. The loss is pseudo-Huber: beyond 5 % an error counts in
 * proportion instead of by its square, so that one outlier does not bend the rest. No randomness and no clock: the same
 * data give the same fit.
 */
import type { Offering } from '../contracts/offering.ts'
import { studentT } from '../measurement/student-t.ts'
import { crossProduct, gradient, inverseDiagonal, type Matrix, solveSymmetric } from './normal-equations.ts'
import { logError, type Observation } from './observation.ts'
import { type ModelParameter, withValues } from './parameters.ts'

/** No parameter moves further from its start than by this factor. */
const maxFactorFromStart = 20

/** Step of the numerical derivatives, in logarithms: larger than the rounding of predictions. */
const derivativeStep = 1e-4

const maxIterations = 40

/** The fit ends with a step that lowers the loss by less than this share: far below the digits parameters are given with. */
const fineGain = 1e-7

/** The same for a rough fit, which need only show which start leads to the lowest loss. */
export const roughGain = 1e-3

/** Smallest relative error that a published or measured figure is assumed to have, however well figures agree. */
export const minFigureError = 0.01

/** Scale of the pseudo-Huber loss: about quadratic for errors below it, about linear beyond. */
const huberScale = 0.05

/** A prediction depends on a parameter if 1 % of the parameter moves it by more than 0.001 %. */
const minSensitivity = 1e-3

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

/** The 95 % interval of a fitted value; null if the data do not bound it. */
export type FittedInterval = { readonly low: number; readonly high: number } | null

/**
 * Fits the parameters: those values at which the robust loss of all observations is lowest. A parameter that no
 * observation depends on keeps its value.
 *
 * @param minGain the fit ends with a step that lowers the loss by less than this share of it
 */
export function fitParameters(
  offering: Offering,
  parameters: readonly ModelParameter[],
  observations: readonly Observation[],
  minGain = fineGain,
): Fit {
  const movable = parameters.filter((each) => each.read(offering) > 0)
  const start = movable.map((each) => Math.log(each.read(offering)))
  const bounds = movable.map((each, index) => boundsOf(each, start[index] ?? 0))
  const errorsAt = (logs: readonly number[]) => {
    const model = withValues(offering, movable, logs.map(Math.exp))
    return observations.map((each) => logError(each, model))
  }
  const end = minimise(errorsAt, start, { bounds, minGain })
  const jacobian = centralDerivatives(errorsAt, end)
  const errors = errorsAt(end)
  const values = parameters.map((each) => {
    const index = movable.indexOf(each)
    const isMoved = index !== -1 && end[index] !== start[index]
    return isMoved ? Math.exp(end[index] ?? 0) : each.read(offering)
  })
  // A column per parameter again: those that cannot move have the slope 0.
  const allColumns = jacobian.map((row) => parameters.map((each) => row[movable.indexOf(each)] ?? 0))
  return { offering: withValues(offering, parameters, values), values, jacobian: allColumns, errors }
}

/**
 * The logarithms of the parameters at which the loss is lowest. A fine fit first comes near with reweighted least
 * squares, which converges from far away, and ends with Newton's weights, which converge near the minimum.
 */
function minimise(
  errorsAt: ErrorsAt,
  start: readonly number[],
  { bounds, minGain }: { readonly bounds: readonly Bounds[]; readonly minGain: number },
): readonly number[] {
  const common = { errorsAt, bounds }
  if (minGain >= roughGain) {
    return descend({ ...common, jacobianAt: oneSidedDerivatives, weighted: reweighted }, start, minGain)
  }
  const near = descend({ ...common, jacobianAt: centralDerivatives, weighted: reweighted }, start, roughGain)
  return descend({ ...common, jacobianAt: centralDerivatives, weighted: newtonWeighted }, near, minGain)
}

type ErrorsAt = (logs: readonly number[]) => readonly number[]

/** What is minimised, and by which derivatives and weights. */
type Descent = {
  readonly errorsAt: ErrorsAt
  readonly bounds: readonly Bounds[]
  readonly jacobianAt: (errorsAt: ErrorsAt, at: readonly number[], errors: readonly number[]) => Matrix
  readonly weighted: (jacobian: Matrix, errors: readonly number[]) => Weighted
}

/** Takes damped steps that each lower the loss, until one lowers it by less than the share `minGain`. */
function descend(
  { errorsAt, bounds, jacobianAt, weighted: weightedBy }: Descent,
  start: readonly number[],
  minGain: number,
): readonly number[] {
  let at = start
  let errors = errorsAt(at)
  let jacobian = jacobianAt(errorsAt, at, errors)
  let damping = 1e-3
  for (let iteration = 0; iteration < maxIterations && damping < 1e6; iteration++) {
    const step = dampedStep(...weightedBy(jacobian, errors), damping)
    const next = at.map((value, index) => clip(value + (step[index] ?? 0), bounds[index]))
    const nextErrors = errorsAt(next)
    const [before, after] = [robustLoss(errors), robustLoss(nextErrors)]
    // A tiny increase ends the fit too: at the minimum it is rounding, and a smaller step would not lower the loss either.
    if (Math.abs(after - before) <= minGain * before) return after < before ? next : at
    if (after >= before) {
      damping *= 8
      continue
    }
    at = next
    errors = nextErrors
    jacobian = jacobianAt(errorsAt, at, errors)
    damping = Math.max(damping / 8, 1e-9)
  }
  return at
}

/** The Jacobian at the model's present values, without a fit: d ln(prediction) / d ln(parameter). */
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
  return centralDerivatives(errorsAt, start)
}

/** Whether a prediction depends on a parameter at all. `slope` is an entry of a Jacobian. */
export function isSensitive(slope: number): boolean {
  return Math.abs(slope) > minSensitivity
}

/**
 * 95 % interval of each fitted value, from the Jacobian and the remaining errors.
 *
 * Null for every parameter if the data cannot separate them, or if there are no more observations than parameters. Null
 * for a single parameter that no observation depends on.
 */
export function fittedIntervals({ values, jacobian, errors }: Fit): FittedInterval[] {
  const columns = values.map((_, column) => column)
  const sensitiveColumns = columns.filter((column) => jacobian.some((row) => isSensitive(row[column] ?? 0)))
  const sensitiveJacobian = jacobian.map((row) => sensitiveColumns.map((column) => row[column] ?? 0))
  // An observation that depends on none of the parameters says nothing about them, however large its error is.
  const residuals = errors.filter((_, row) => sensitiveJacobian[row]?.some(isSensitive))
  const degreesOfFreedom = residuals.length - sensitiveColumns.length
  const diagonal = inverseDiagonal(crossProduct(sensitiveJacobian, sensitiveColumns.length))
  if (degreesOfFreedom < 1 || diagonal === null) return values.map(() => null)
  const standardDeviation = Math.max(Math.sqrt(sumOfSquares(residuals) / degreesOfFreedom), minFigureError)
  return values.map((value, column) => {
    const variance = diagonal[sensitiveColumns.indexOf(column)]
    if (variance === undefined) return null
    const halfWidth = studentT('95 %', degreesOfFreedom) * standardDeviation * Math.sqrt(variance)
    return { low: value * Math.exp(-halfWidth), high: value * Math.exp(halfWidth) }
  })
}

/**
 * Curvature of each parameter's likelihood profile at the fit: moving the parameter by a factor, with the others fitted
 * again, raises the loss by the curvature x ln(factor)². Null if the data cannot separate the parameters.
 */
export function lossCurvatures({ values, jacobian, errors }: Fit): readonly number[] | null {
  const [rows] = newtonWeighted(jacobian, errors)
  return inverseDiagonal(crossProduct(rows, values.length))?.map((variance) => 1 / variance) ?? null
}

function centralDerivatives(errorsAt: ErrorsAt, at: readonly number[]): number[][] {
  const columns = at.map((_, moved) => {
    const shifted = (by: number) => errorsAt(at.map((value, index) => (index === moved ? value + by : value)))
    const [above, below] = [shifted(derivativeStep), shifted(-derivativeStep)]
    return above.map((value, index) => (value - (below[index] ?? 0)) / (2 * derivativeStep))
  })
  const rows = errorsAt(at).length
  return Array.from({ length: rows }, (_, row) => columns.map((column) => column[row] ?? 0))
}

/** One-sided differences need half of the predictions and are accurate enough for a rough fit. */
function oneSidedDerivatives(errorsAt: ErrorsAt, at: readonly number[], errors: readonly number[]): number[][] {
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

function boundsOf({ max }: ModelParameter, start: number): Bounds {
  const high = start + Math.log(maxFactorFromStart)
  return [start - Math.log(maxFactorFromStart), max === null ? high : Math.min(high, Math.log(max))]
}

function clip(value: number, bounds: Bounds | undefined): number {
  const [low, high] = bounds ?? [value, value]
  return Math.min(high, Math.max(low, value))
}

/** Pseudo-Huber loss of the errors: a small error counts by its square, a large one in proportion. */
export function robustLoss(errors: readonly number[]): number {
  return errors.reduce((sum, error) => sum + 2 * huberScale ** 2 * (Math.sqrt(1 + (error / huberScale) ** 2) - 1), 0)
}

/** Jacobian and errors, weighted so that a least-squares step with them lowers the pseudo-Huber loss. */
type Weighted = [jacobian: Matrix, errors: readonly number[]]

/** Iteratively reweighted least squares: a large error weighs less. Converges from far away. */
function reweighted(jacobian: Matrix, errors: readonly number[]): Weighted {
  return weightedByPowers(jacobian, errors, { jacobianPower: -0.25, errorPower: -0.25 })
}

/**
 * Newton's weights: the second derivative of the loss, for use near the minimum. There reweighted steps are too small if
 * two large errors pull in opposite directions: they shrink further with each step and end before the minimum.
 */
function newtonWeighted(jacobian: Matrix, errors: readonly number[]): Weighted {
  return weightedByPowers(jacobian, errors, { jacobianPower: -0.75, errorPower: 0.25 })
}

/** Each row of the Jacobian and each error times a power of 1 + (error / scale)², as in the pseudo-Huber derivatives. */
function weightedByPowers(
  jacobian: Matrix,
  errors: readonly number[],
  { jacobianPower, errorPower }: { readonly jacobianPower: number; readonly errorPower: number },
): Weighted {
  const bases = errors.map((error) => 1 + (error / huberScale) ** 2)
  const rows = jacobian.map((row, index) => row.map((slope) => slope * (bases[index] ?? 1) ** jacobianPower))
  return [rows, errors.map((error, index) => error * (bases[index] ?? 1) ** errorPower)]
}

function sumOfSquares(errors: readonly number[]): number {
  return errors.reduce((sum, error) => sum + error * error, 0)
}
