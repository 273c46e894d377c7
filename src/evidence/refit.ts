/**
 * Hold-out prediction: fits a model to the remaining figures, then predicts a figure that was held out.
 *
 * The fit starts away from the model's present values, because those were fitted to the figures that are held out. A
 * prediction is valid only if the remaining figures determine every parameter that it depends on. Likelihood profiles and
 * fits from other starts test this.
 */
import type { Offering } from '../contracts/offering.ts'
import type { Band } from '../contracts/primitives.ts'
import { fitParameters, lossCurvatures, minFigureError, robustLoss, roughGain } from './fit.ts'
import { logError, type Observation } from './observation.ts'
import { type ModelParameter, withValues } from './parameters.ts'

/** A fit starts at the model's values, multiplied or divided by this factor. */
const startFactor = 1.6

/** A likelihood profile is evaluated at two points: the fitted value multiplied and divided by this factor. */
const profileFactor = 1.5

/** Fits whose losses differ by less count as equally good. It is the loss of one figure that is off by 1 %. */
const lossTolerance = robustLoss([minFigureError])

/**
 * The curvature at the fit is a cheap estimate of the profile. If the loss that it predicts exceeds this many tolerances,
 * the parameter counts as identified, and its profile is not computed.
 */
const clearlyIdentifiedFactor = 100

/** The prediction for a held-out figure. */
export type RefitPrediction = {
  /** Null if the figure depends on a parameter that is not identified. */
  readonly predicted: Band | null
  /** Ids of the parameters that it depends on and that are not identified. */
  readonly notIdentified: readonly string[]
}

/** The free parameters of a model, and the observations to fit them to. */
type FitProblem = {
  readonly offering: Offering
  readonly parameters: readonly ModelParameter[]
  readonly observations: readonly Observation[]
}

/**
 * Fits the parameters to the observations, from several starts.
 * @returns a function that predicts a held-out observation with the best of these fits
 */
export function refit(
  offering: Offering,
  parameters: readonly ModelParameter[],
  observations: readonly Observation[],
): (heldOut: Observation) => RefitPrediction {
  const problem: FitProblem = { offering, parameters, observations }
  const roughFits = fitFromEveryStart(problem)
  const fit = fitParameters(lowestLossOf(roughFits, observations), parameters, observations)
  // The values are set in the given model, not in the fitted one: a fit from a distant start widens the band of a burst
  // for good.
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
    const predictionDiffers = (model: Offering) =>
      Math.abs(Math.log(heldOut.predict(model).likely / predicted.likely)) > minFigureError
    const isPredictionSensitiveTo = (parameter: ModelParameter) =>
      [
        ...profilePoints(best, parameter),
        ...roughFits.map((model) => parameter.with(parameter.read(model), best)),
      ].some(predictionDiffers)
    const notIdentified = parameters
      .filter((parameter, column) => !isClearlyIdentified(column) && isPredictionSensitiveTo(parameter))
      .filter((parameter) => equallyGoodFitsOf(parameter).some(predictionDiffers))
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

/** Per start one factor for each parameter: all up, all down, and (for two or more parameters) alternately down and up. */
function startFactors(parameterCount: number): number[][] {
  const [up, down] = [startFactor, 1 / startFactor]
  const alternating = (even: number, odd: number) =>
    Array.from({ length: parameterCount }, (_, index) => (index % 2 === 0 ? even : odd))
  return [alternating(up, up), alternating(down, down), ...(parameterCount < 2 ? [] : [alternating(down, up)])]
}

/**
 * The points of the parameter's likelihood profile that fit as well as the best model. The other parameters are fitted again
 * only if the moved point does not fit as well already.
 */
function equallyGoodProfileFits(
  best: Offering,
  parameter: ModelParameter,
  { parameters, observations }: FitProblem,
): Offering[] {
  const maxLoss = lossOf(best, observations) + lossTolerance
  const others = parameters.filter((each) => each !== parameter)
  return profilePoints(best, parameter).flatMap((moved) => {
    if (lossOf(moved, observations) < maxLoss) return [moved]
    const { offering } = fitParameters(moved, others, observations)
    return lossOf(offering, observations) < maxLoss ? [offering] : []
  })
}

/** For each local minimum that fits as well as the best: the best model with this parameter's value from it. */
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
function profilePoints(model: Offering, parameter: ModelParameter): Offering[] {
  const value = parameter.read(model)
  return [value / profileFactor, value * profileFactor].map((end) => parameter.with(bounded(parameter, end), model))
}

function bounded({ max }: ModelParameter, value: number): number {
  return max === null ? value : Math.min(max, value)
}

function lossOf(model: Offering, observations: readonly Observation[]): number {
  return robustLoss(observations.map((each) => logError(each, model)))
}
