/**
 * Fits the few parameters of a model to measured figures.
 *
 * The method is Levenberg-Marquardt (damped Gauss-Newton) on the logarithms of parameters and errors. So a prediction
 * that is twice the figure counts as much as one that is half of it, and no parameter can become negative. The loss is
 * pseudo-Huber: an error beyond 5 % counts in proportion instead of by its square, so that one outlier does not
 * dominate the fit. There is no randomness and no clock, so the same data always give the same fit.
 */
import type { Offering } from '../contracts/offering.ts'
import { studentT } from '../measurement/student-t-quantile.ts'
import { type FitObservation, logError } from './fit-observation.ts'
import { crossProduct, gradient, inverseDiagonal, type Matrix, solveSymmetric } from './normal-equations.ts'
import { type ModelParameter, withValues } from './parameters.ts'

/** No parameter moves from its start by more than this factor. A rule of thumb. */
const maxFactorFromStart = 20

/** Step of the numerical derivatives, in logarithms. It is much larger than the rounding errors of predictions. */
const derivativeStep = 1e-4

const maxIterations = 40

/**
 * A fit ends with a step that lowers the loss by less than this share of it. Further steps would change the parameters far
 * beyond the digits that are shown.
 */
const fineGain = 1e-7

/** `fineGain` of a rough fit, which only has to show which starting point leads to the lowest loss. */
export const roughGain = 1e-3

/** Published and measured figures are assumed to have at least this relative error, however well they agree. */
export const minFigureError = 0.01

/** Scale of the pseudo-Huber loss, which is about quadratic for smaller errors and about linear for larger ones. */
const huberScale = 0.05

/** A prediction depends on a parameter if a change of the parameter by 1 % changes it by more than 0.001 %. */
const minSensitivity = 1e-3

/** A fitted model. */
export type Fit = {
  /** The model with the fitted values. */
  readonly offering: Offering
  /** Fitted values in the order of the parameters. */
  readonly values: readonly number[]
  /** d ln(prediction) / d ln(parameter) at the fit. */
  readonly jacobian: Matrix
  /** ln(predicted / measured) at the fit. */
  readonly errors: readonly number[]
}

/** The 95 % interval of a fitted value; null if the data do not bound it. */
export type FittedInterval = { readonly low: number; readonly high: number } | null

/**
 * Finds the parameter values with the lowest robust loss over all observations. A parameter that no observation depends
 * on keeps its value.
 *
 * @param minGain the fit ends with a step that lowers the loss by less than this share of it
 */
export function fitParameters(
  offering: Offering,
  parameters: readonly ModelParameter[],
  observations: readonly FitObservation[],
  minGain = fineGain,
): Fit {
  const movable = parameters.filter((parameter) => parameter.read(offering) > 0)
  const start = movable.map((parameter) => Math.log(parameter.read(offering)))
  const bounds = movable.map((parameter, index) => boundsOf(parameter, start[index] ?? 0))
  const errorsAt = (logs: readonly number[]) => {
    const model = withValues(offering, movable, logs.map(Math.exp))
    return observations.map((observation) => logError(observation, model))
  }
  const end = minimise(errorsAt, start, { bounds, minGain })
  const errors = errorsAt(end)
  const jacobian = centralDerivatives(errorsAt, end, errors)
  const values = parameters.map((parameter) => {
    const index = movable.indexOf(parameter)
    const isMoved = index !== -1 && end[index] !== start[index]
    return isMoved ? Math.exp(end[index] ?? 0) : parameter.read(offering)
  })
  // One column per parameter again. Parameters that cannot move have the slope 0.
  const allColumns = jacobian.map((row) => parameters.map((parameter) => row[movable.indexOf(parameter)] ?? 0))
  return { offering: withValues(offering, parameters, values), values, jacobian: allColumns, errors }
}

/**
 * The logarithms of the parameters at which the loss is lowest. A fine fit has two phases: reweighted least squares,
 * which converge from far away, and then Newton's weights, which converge near the minimum.
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

/** The function to minimise, and the derivatives and weights to use. */
type Descent = {
  readonly errorsAt: ErrorsAt
  readonly bounds: readonly Bounds[]
  readonly jacobianAt: (errorsAt: ErrorsAt, at: readonly number[], errors: readonly number[]) => Matrix
  readonly weighted: (jacobian: Matrix, errors: readonly number[]) => Weighted
}

/** Takes damped steps, each of which lowers the loss, until a step lowers it by less than the share `minGain`. */
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
    // A tiny increase ends the fit as well. At the minimum it is rounding, and no smaller step would lower the loss.
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

/** The Jacobian d ln(prediction) / d ln(parameter) at the model's current values, without a fit. */
export function sensitivities(
  offering: Offering,
  parameters: readonly ModelParameter[],
  observations: readonly FitObservation[],
): Matrix {
  const start = parameters.map((parameter) => Math.log(Math.max(parameter.read(offering), Number.MIN_VALUE)))
  const errorsAt = (logs: readonly number[]) => {
    const model = withValues(offering, parameters, logs.map(Math.exp))
    return observations.map((observation) => logError(observation, model))
  }
  return centralDerivatives(errorsAt, start, errorsAt(start))
}

/** True if a prediction depends on a parameter at all. `slope` is their entry of a Jacobian. */
export function isSensitive(slope: number): boolean {
  return Math.abs(slope) > minSensitivity
}

/**
 * The 95 % interval of each fitted value, from the Jacobian and the remaining errors.
 *
 * All intervals are null if the data cannot separate the parameters, or if there are no more observations than
 * parameters. The interval of a parameter that no observation depends on is null, too.
 */
export function fittedIntervals({ values, jacobian, errors }: Fit): FittedInterval[] {
  const columns = values.map((_, column) => column)
  const sensitiveColumns = columns.filter((column) => jacobian.some((row) => isSensitive(row[column] ?? 0)))
  const sensitiveJacobian = jacobian.map((row) => sensitiveColumns.map((column) => row[column] ?? 0))
  // Observations that depend on no parameter say nothing about them, however large their errors are.
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
 * The curvature of each parameter's likelihood profile at the fit. If a parameter is changed by a factor and the others
 * are fitted again, the loss rises by curvature x ln(factor)². Null if the data cannot separate the parameters.
 */
export function lossCurvatures({ values, jacobian, errors }: Fit): readonly number[] | null {
  const [rows] = newtonWeighted(jacobian, errors)
  return inverseDiagonal(crossProduct(rows, values.length))?.map((variance) => 1 / variance) ?? null
}

function centralDerivatives(errorsAt: ErrorsAt, at: readonly number[], errors: readonly number[]): number[][] {
  const columns = at.map((_, moved) => {
    const shifted = (by: number) => errorsAt(at.map((value, index) => (index === moved ? value + by : value)))
    const [above, below] = [shifted(derivativeStep), shifted(-derivativeStep)]
    return above.map((value, index) => (value - (below[index] ?? 0)) / (2 * derivativeStep))
  })
  return errors.map((_, row) => columns.map((column) => column[row] ?? 0))
}

/** One-sided differences need only half as many predictions, and are accurate enough for a rough fit. */
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

/** The pseudo-Huber loss of the errors. Small errors count by their square, large ones in proportion. */
export function robustLoss(errors: readonly number[]): number {
  return errors.reduce((sum, error) => sum + 2 * huberScale ** 2 * (Math.sqrt(1 + (error / huberScale) ** 2) - 1), 0)
}

/** The Jacobian and the errors, weighted so that a least-squares step with them lowers the pseudo-Huber loss. */
type Weighted = [jacobian: Matrix, errors: readonly number[]]

/** Weights of iteratively reweighted least squares. Large errors weigh less. They converge from far away. */
function reweighted(jacobian: Matrix, errors: readonly number[]): Weighted {
  return weightedByPowers(jacobian, errors, { jacobianPower: -0.25, errorPower: -0.25 })
}

/**
 * Newton's weights, which use the second derivative of the loss. They are for use near the minimum: if two large errors
 * pull in opposite directions there, reweighted steps are too small, shrink further, and end before the minimum.
 */
function newtonWeighted(jacobian: Matrix, errors: readonly number[]): Weighted {
  return weightedByPowers(jacobian, errors, { jacobianPower: -0.75, errorPower: 0.25 })
}

/**
 * Multiplies each row of the Jacobian and each error by a power of 1 + (error / scale)², as in the derivatives of the
 * pseudo-Huber loss.
 */
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
