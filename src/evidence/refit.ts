/**
 * Hold-out prediction: fits a model without some of its figures and predicts one of these from the rest.
 *
 * The fit starts away from the model's present values, because those were fitted to the figures that are held out. A
 * prediction counts only if its parameters are identified: a parameter that the remaining figures leave open, found by
 * its likelihood profile and by fits from other starts, would make the prediction arbitrary.
 */
import type { Offering } from '../contracts/offering.ts'
import type { Band } from '../contracts/primitives.ts'
import { fitParameters, lossCurvatures, minFigureError, robustLoss, roughGain } from './fit.ts'
import { logError, type Observation } from './observation.ts'
import { type ModelParameter, withValues } from './parameters.ts'

/** A fit starts at the model's values times and divided by this factor. */
const startFactor = 1.6

/** The likelihood profile of a parameter has two points: its fitted value times and divided by this factor. */
const profileFactor = 1.5

/** Fits whose losses differ by less are equally good: one figure that errs by 1 % makes this difference. */
const lossTolerance = robustLoss([minFigureError])

/**
 * The curvature at the fit is a cheap estimate of the profile. If it predicts a loss of this many tolerances, the
 * parameter counts as identified, and its profile is not computed.
 */
const clearlyIdentifiedFactor = 100

/** The prediction for a held-out figure. */
export type RefitPrediction = {
  /** Null if the figure depends on a parameter that is not identified. */
  readonly predicted: Band | null
  /** Ids of those parameters. */
  readonly notIdentified: readonly string[]
}

/** The free parameters of a model, and the observations that remain to fit them to. */
type FitProblem = {
  readonly offering: Offering
  readonly parameters: readonly ModelParameter[]
  readonly observations: readonly Observation[]
}

/**
 * Fits the parameters to the observations, from several starts.
 * @returns predicts a held-out observation with the best of these fits
 */
export function refit(
  offering: Offering,
  parameters: readonly ModelParameter[],
  observations: readonly Observation[],
): (heldOut: Observation) => RefitPrediction {
  const problem: FitProblem = { offering, parameters, observations }
  const roughFits = fitFromEveryStart(problem)
  const fit = fitParameters(lowestLossOf(roughFits, observations), parameters, observations)
  // The values are set in the given model, not in the fitted one: a start far off widens the band of a burst, and the
  // fitted model would keep that width.
  const best = withValues(offering, parameters, fit.values)
  const profileLosses = lossCurvatures(fit)?.map((curvature) => curvature * Math.log(profileFactor) ** 2)
  const isClearlyIdentified = (column: number) =>
    (profileLosses?.[column] ?? 0) > clearlyIdentifiedFactor * lossTolerance
  const equallyGoodFits = new Map<ModelParameter, readonly Offering[]>()
  const equallyGoodFitsOf = (parameter: ModelParameter): readonly Offering[] => {
    const models = equallyGoodFits.get(parameter) ?? [
      ...equallyGoodProfileFits(best, parameter, problem),
      ...equallyGoodLocalMinima(best, parameter, { ...problem, roughFits }),
    ]
    equallyGoodFits.set(parameter, models)
    return models
  }
  return (heldOut) => {
    const predicted = heldOut.predict(best)
    const predictsOtherwise = (model: Offering) =>
      Math.abs(Math.log(heldOut.predict(model).likely / predicted.likely)) > minFigureError
    const isPredictionSensitiveTo = (parameter: ModelParameter) =>
      [...profileEnds(best, parameter), ...roughFits.map((model) => parameter.with(parameter.read(model), best))].some(
        predictsOtherwise,
      )
    const notIdentified = parameters
      .filter((parameter, column) => !isClearlyIdentified(column) && isPredictionSensitiveTo(parameter))
      .filter((parameter) => equallyGoodFitsOf(parameter).some(predictsOtherwise))
      .map(({ id }) => id)
    return { predicted: notIdentified.length === 0 ? predicted : null, notIdentified }
  }
}

/** One rough fit per start. */
function fitFromEveryStart({ offering, parameters, observations }: FitProblem): Offering[] {
  return startFactors(parameters.length).map((factors) => {
    const start = parameters.map((each, index) => bounded(each, each.read(offering) * (factors[index] ?? 1)))
    return fitParameters(withValues(offering, parameters, start), parameters, observations, roughGain).offering
  })
}

function lowestLossOf([first, ...others]: readonly Offering[], observations: readonly Observation[]): Offering {
  if (first === undefined) throw new RangeError('there is no fit to choose from')
  return others.reduce((best, each) => (lossOf(each, observations) < lossOf(best, observations) ? each : best), first)
}

/** Per start one factor for each parameter: all up, all down, and (of two parameters or more) alternately down and up. */
function startFactors(parameterCount: number): number[][] {
  const [up, down] = [startFactor, 1 / startFactor]
  const alternating = (even: number, odd: number) =>
    Array.from({ length: parameterCount }, (_, index) => (index % 2 === 0 ? even : odd))
  return [alternating(up, up), alternating(down, down), ...(parameterCount < 2 ? [] : [alternating(down, up)])]
}

/** Points of the parameter's likelihood profile (all other parameters fitted again) that fit as well as the best model. */
function equallyGoodProfileFits(
  best: Offering,
  parameter: ModelParameter,
  { parameters, observations }: FitProblem,
): Offering[] {
  const maxLoss = lossOf(best, observations) + lossTolerance
  const others = parameters.filter((each) => each !== parameter)
  return profileEnds(best, parameter).flatMap((moved) => {
    if (lossOf(moved, observations) < maxLoss) return [moved]
    const { offering } = fitParameters(moved, others, observations)
    return lossOf(offering, observations) < maxLoss ? [offering] : []
  })
}

/** The best model with this parameter as in another local minimum, for each minimum that fits as well as the best. */
function equallyGoodLocalMinima(
  best: Offering,
  parameter: ModelParameter,
  { parameters, observations, roughFits }: FitProblem & { readonly roughFits: readonly Offering[] },
): Offering[] {
  const maxLoss = lossOf(best, observations) + lossTolerance
  return roughFits.flatMap((roughFit) => {
    const { offering } = fitParameters(roughFit, parameters, observations)
    return lossOf(offering, observations) < maxLoss ? [parameter.with(parameter.read(offering), best)] : []
  })
}

/** The model with one parameter divided and multiplied by the profile's factor, the others as they are. */
function profileEnds(model: Offering, parameter: ModelParameter): Offering[] {
  const value = parameter.read(model)
  return [value / profileFactor, value * profileFactor].map((end) => parameter.with(bounded(parameter, end), model))
}

function bounded({ max }: ModelParameter, value: number): number {
  return max === null ? value : Math.min(max, value)
}

function lossOf(model: Offering, observations: readonly Observation[]): number {
  return robustLoss(observations.map((each) => logError(each, model)))
}
