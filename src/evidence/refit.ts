/**
 * A model fitted again without some of its figures, from far away, and what the rest leaves open.
 */
import type { Offering } from '../contracts/offering.ts'
import type { Band } from '../contracts/primitives.ts'
import { fitParameters, leastFigureError, lossCurvatures, robustLoss, roughGain } from './fit.ts'
import { logError, type Observation } from './observation.ts'
import { type ModelParameter, withValues } from './parameters.ts'

/** Starts lie this factor above and below where the model stands: its own values have seen what is left out. */
const startFactor = 1.6

/** A parameter is moved by this factor either way, the others fitted again, to see whether the figures hold it. */
const profileFactor = 1.5

/** Figures hold a parameter where moving it costs at least what one of them that errs by 1 % costs. */
const flatLoss = robustLoss([leastFigureError])

/** Where the curvature at the fit says so many times as much, no other fit is made to see it. */
const clearlyHeld = 100

/** What a refit says of a figure that it was not fitted to. */
export type RefitPrediction = {
  /** Null where a parameter that it follows is not identified. */
  readonly predicted: Band | null
  /** Ids of those parameters. */
  readonly notIdentified: readonly string[]
}

/** What is fitted, and to what. */
type Fitted = {
  readonly offering: Offering
  readonly parameters: readonly ModelParameter[]
  readonly observations: readonly Observation[]
}

/** Fits the parameters to the observations from starts away from the model, and predicts others with the best fit. */
export function refit(
  offering: Offering,
  parameters: readonly ModelParameter[],
  observations: readonly Observation[],
): (judged: Observation) => RefitPrediction {
  const fitted: Fitted = { offering, parameters, observations }
  const rough = fitsFromAfar(fitted)
  const fit = fitParameters(lowestOf(rough, observations), parameters, observations)
  // From the model as it stands: a burst that a start has moved far would keep the wider band of its start.
  const best = withValues(offering, parameters, fit.values)
  const costs = lossCurvatures(fit)?.map((curvature) => curvature * Math.log(profileFactor) ** 2)
  const isClearlyHeld = (column: number) => (costs?.[column] ?? 0) > clearlyHeld * flatLoss
  const openEnds = new Map<ModelParameter, readonly Offering[]>()
  const openEndsOf = (parameter: ModelParameter): readonly Offering[] => {
    const found = openEnds.get(parameter) ?? [
      ...flatEnds(best, parameter, fitted),
      ...otherValleys(best, parameter, { ...fitted, rough }),
    ]
    openEnds.set(parameter, found)
    return found
  }
  return (judged) => {
    const predicted = judged.predict(best)
    const isMoved = (model: Offering) =>
      Math.abs(Math.log(judged.predict(model).likely / predicted.likely)) > leastFigureError
    const isFollowed = (each: ModelParameter) =>
      [...ends(best, each), ...rough.map((other) => each.with(each.read(other), best))].some(isMoved)
    const loose = parameters.filter((each, column) => !isClearlyHeld(column) && isFollowed(each))
    const open = loose.filter((each) => openEndsOf(each).some(isMoved)).map(({ id }) => id)
    return { predicted: open.length === 0 ? predicted : null, notIdentified: open }
  }
}

/** A rough fit from each start. */
function fitsFromAfar({ offering, parameters, observations }: Fitted): Offering[] {
  return startFactors(parameters.length).map((factors) => {
    const start = parameters.map((each, index) => bounded(each, each.read(offering) * (factors[index] ?? 1)))
    return fitParameters(withValues(offering, parameters, start), parameters, observations, roughGain).offering
  })
}

function lowestOf([first, ...others]: readonly Offering[], observations: readonly Observation[]): Offering {
  if (first === undefined) throw new RangeError('there is no fit to choose from')
  return others.reduce((low, each) => (lossOf(each, observations) < lossOf(low, observations) ? each : low), first)
}

/** All up, all down, and in turn. */
function startFactors(parameters: number): number[][] {
  const [up, down] = [startFactor, 1 / startFactor]
  const inTurn = (even: number, odd: number) =>
    Array.from({ length: parameters }, (_, at) => (at % 2 === 0 ? even : odd))
  return [inTurn(up, up), inTurn(down, down), ...(parameters < 2 ? [] : [inTurn(down, up)])]
}

/** The models to which a parameter can be moved, with the others fitted again, while the observations hardly notice. */
function flatEnds(best: Offering, parameter: ModelParameter, { parameters, observations }: Fitted): Offering[] {
  const most = lossOf(best, observations) + flatLoss
  const others = parameters.filter((each) => each !== parameter)
  return ends(best, parameter).flatMap((moved) => {
    if (lossOf(moved, observations) < most) return [moved]
    const { offering } = fitParameters(moved, others, observations)
    return lossOf(offering, observations) < most ? [offering] : []
  })
}

/** The best model with a parameter where a fit from another start has it that the observations like as well. */
function otherValleys(
  best: Offering,
  parameter: ModelParameter,
  { parameters, observations, rough }: Fitted & { readonly rough: readonly Offering[] },
): Offering[] {
  const most = lossOf(best, observations) + flatLoss
  return rough.flatMap((each) => {
    const { offering } = fitParameters(each, parameters, observations)
    return lossOf(offering, observations) < most ? [parameter.with(parameter.read(offering), best)] : []
  })
}

/** A model with one parameter moved down and up. */
function ends(model: Offering, parameter: ModelParameter): Offering[] {
  const value = parameter.read(model)
  return [value / profileFactor, value * profileFactor].map((end) => parameter.with(bounded(parameter, end), model))
}

function bounded({ most }: ModelParameter, value: number): number {
  return most === null ? value : Math.min(most, value)
}

function lossOf(model: Offering, observations: readonly Observation[]): number {
  return robustLoss(observations.map((each) => logError(each, model)))
}
