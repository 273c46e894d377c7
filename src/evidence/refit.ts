/**
 * Hold-out validation: fits a model without some of the published figures, then predicts the figures that were left
 * out.
 *
 * The model's current values were fitted to the held-out figures too. So a fit does not start at these values but at a distance,
 * which limits how far a held-out figure can influence its own prediction. A prediction is valid only if the figures of the fit
 * identify every parameter that the prediction depends on. Likelihood profiles and fits from other starts test this.
 */
import type { Offering } from '../contracts/offering.ts'
import type { Band } from '../contracts/primitives.ts'
import { fitParameters, lossCurvatures, minFigureError, robustLoss, roughGain } from './fit.ts'
import { type FitObservation, logError } from './fit-observation.ts'
import { type ModelParameter, withValues } from './parameters.ts'

/** Each parameter starts at its current value multiplied or divided by this factor; see `startFactors`. */
const startFactor = 1.6

/** A likelihood profile is evaluated at two points: the fitted value multiplied and divided by this factor. */
const profileFactor = 1.5

/**
 * Fits are equally good if their losses differ by less than this, the loss of one figure with error `minFigureError`.
 */
const lossTolerance = robustLoss([minFigureError])

/**
 * The curvature of the loss at the fit estimates the loss at the profile points. If this estimate exceeds
 * `lossTolerance` by this factor, the parameter counts as identified, and its profile need not be computed.
 */
const clearlyIdentifiedFactor = 100

/** The prediction for a held-out figure. */
export type RefitPrediction = {
  /** Null if the figure depends on a parameter that is not identified. */
  readonly predicted: Band | null
  /** Ids of the unidentified parameters that the figure depends on. */
  readonly notIdentified: readonly string[]
}

/** The free parameters of a model, and the observations to fit them to. */
type FitProblem = {
  readonly offering: Offering
  readonly parameters: readonly ModelParameter[]
  readonly observations: readonly FitObservation[]
}

/**
 * Fits the parameters to the observations, from several starts.
 * @returns a function that predicts a held-out observation with the best of these fits
 */
export function refit(
  offering: Offering,
  parameters: readonly ModelParameter[],
  observations: readonly FitObservation[],
): (heldOut: FitObservation) => RefitPrediction {
  const problem: FitProblem = { offering, parameters, observations }
  const roughFits = fitFromEveryStart(problem)
  const fit = fitParameters(fitWithLowestLoss(roughFits, observations), parameters, observations)
  // The fitted values are set in the given model. The fitted model itself is not used: a start value far away widens the band
  // of the burst rate, and no later value makes that band narrow again.
  const best = withValues(offering, parameters, fit.values)
  const estimatedProfileLosses = lossCurvatures(fit)?.map((curvature) => curvature * Math.log(profileFactor) ** 2)
  const isClearlyIdentified = (column: number) =>
    (estimatedProfileLosses?.[column] ?? 0) > clearlyIdentifiedFactor * lossTolerance
  let finishedFits: readonly Offering[] | null = null
  const finishRoughFits = () => {
    finishedFits ??= roughFits.map((rough) => fitParameters(rough, parameters, observations).offering)
    return finishedFits
  }
  const equallyGoodFitsCache = new Map<ModelParameter, readonly Offering[]>()
  const equallyGoodFitsOf = (parameter: ModelParameter): readonly Offering[] => {
    const models = equallyGoodFitsCache.get(parameter) ?? [
      ...equallyGoodProfileFits(best, parameter, problem),
      ...variantsFromRefits(best, parameter, { observations, refits: finishRoughFits() }),
    ]
    equallyGoodFitsCache.set(parameter, models)
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
    // The tests are in order of cost: curvature, then sensitivity, then further fits.
    const notIdentified = parameters
      .filter((parameter, column) => !isClearlyIdentified(column) && isPredictionSensitiveTo(parameter))
      .filter((parameter) => equallyGoodFitsOf(parameter).some(predictionDiffers))
      .map(({ id }) => id)
    return { predicted: notIdentified.length === 0 ? predicted : null, notIdentified }
  }
}

/** One rough fit per starting point: it stops once a step gains less than `roughGain`. */
function fitFromEveryStart({ offering, parameters, observations }: FitProblem): Offering[] {
  return startFactors(parameters.length).map((factors) => {
    const start = parameters.map((parameter, index) =>
      atMostMax(parameter, parameter.read(offering) * (factors[index] ?? 1)),
    )
    return fitParameters(withValues(offering, parameters, start), parameters, observations, roughGain).offering
  })
}

function fitWithLowestLoss([first, ...others]: readonly Offering[], observations: readonly FitObservation[]): Offering {
  if (first === undefined) throw new RangeError('expected at least one fit')
  return others.reduce((best, fit) => (lossOf(fit, observations) < lossOf(best, observations) ? fit : best), first)
}

/**
 * Lists of factors, one list per starting point and one factor per parameter: all up, all down and, with two or more
 * parameters, alternately down and up.
 */
function startFactors(parameterCount: number): number[][] {
  const [up, down] = [startFactor, 1 / startFactor]
  const alternating = (even: number, odd: number) =>
    Array.from({ length: parameterCount }, (_, index) => (index % 2 === 0 ? even : odd))
  return [alternating(up, up), alternating(down, down), ...(parameterCount < 2 ? [] : [alternating(down, up)])]
}

/**
 * The points of the parameter's likelihood profile that fit as well as the best model. The other parameters are fitted
 * again only if moving this one alone makes the fit worse.
 */
function equallyGoodProfileFits(
  best: Offering,
  parameter: ModelParameter,
  { parameters, observations }: FitProblem,
): Offering[] {
  const maxLoss = lossOf(best, observations) + lossTolerance
  const others = parameters.filter((other) => other !== parameter)
  return profilePoints(best, parameter).flatMap((moved) => {
    if (lossOf(moved, observations) < maxLoss) return [moved]
    const { offering } = fitParameters(moved, others, observations)
    return lossOf(offering, observations) < maxLoss ? [offering] : []
  })
}

/**
 * For each fit from another start that is as good as `best`: `best` with that fit's value of the parameter. Only this value
 * is taken, because the question is whether the prediction depends on it.
 */
function variantsFromRefits(
  best: Offering,
  parameter: ModelParameter,
  { observations, refits }: Pick<FitProblem, 'observations'> & { readonly refits: readonly Offering[] },
): Offering[] {
  const maxLoss = lossOf(best, observations) + lossTolerance
  return refits.flatMap((offering) =>
    lossOf(offering, observations) < maxLoss ? [parameter.with(parameter.read(offering), best)] : [],
  )
}

/** Two models: the parameter divided by `profileFactor`, and multiplied by it. */
function profilePoints(model: Offering, parameter: ModelParameter): Offering[] {
  const value = parameter.read(model)
  return [value / profileFactor, value * profileFactor].map((moved) =>
    parameter.with(atMostMax(parameter, moved), model),
  )
}

function atMostMax({ max }: ModelParameter, value: number): number {
  return max === null ? value : Math.min(max, value)
}

function lossOf(model: Offering, observations: readonly FitObservation[]): number {
  return robustLoss(observations.map((observation) => logError(observation, model)))
}
