/**
 * Backtest: every published point predicted from its configuration, with the model as it stands and with the model
 * refitted without the point.
 */
import type { Backtest, BacktestedPoint, BacktestScores, HeldOutScores, ModelBacktest } from '../contracts/backtest.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Band } from '../contracts/primitives.ts'
import { fitParameters } from './fit.ts'
import { median } from './median.ts'
import { listParameters, type ModelParameter } from './parameters.ts'
import {
  fittableObservations,
  type PublishedObservation,
  publishedObservations,
  unitOfPoint,
} from './published-observations.ts'
import { type Testability, testabilityOf } from './testability.ts'

/**
 * Backtests every offering that has published points.
 * @throws AppError OFFERING_INVALID naming a point whose configuration is no scenario.
 */
export function backtest(offerings: readonly Offering[]): Backtest {
  const tested = offerings.filter(({ evidence }) => evidence.points.length > 0).map(backtestModel)
  const points = tested.flatMap((each) => each.points)
  const parameters = tested.reduce((sum, { model }) => sum + model.parameters, 0)
  return { points, models: tested.map(({ model }) => model), summary: scoresOf(points, parameters) }
}

function backtestModel(offering: Offering): { points: BacktestedPoint[]; model: ModelBacktest } {
  const observations = publishedObservations(offering)
  const fitted = listParameters(offering).filter(({ origin }) => origin === 'fitted')
  const fittable = fittableObservations(observations)
  const countable = fittable.filter(({ isCensored, point }) => !isCensored && point.notCounted === undefined)
  const testability = testabilityOf(offering, fitted, countable)
  const points = observations.map((each) => backtestPoint(each, { offering, fittable, fitted, testability }))
  const reason = testability.isSaturated ? saturatedSentence(testability) : null
  const model = {
    model: offering.id,
    name: offering.name,
    points: points.length,
    parameterIds: fitted.map(({ id }) => id),
    reason,
    ...scoresOf(points, fitted.length),
  }
  return { points, model }
}

type ModelCase = {
  readonly offering: Offering
  /** What a fit may read. */
  readonly fittable: readonly PublishedObservation[]
  readonly fitted: readonly ModelParameter[]
  readonly testability: Testability
}

function backtestPoint(observation: PublishedObservation, model: ModelCase): BacktestedPoint {
  const { point, value, isCensored } = observation
  const predicted = observation.predict(model.offering)
  const isHeldOut = point.heldOut !== undefined
  const reason = reasonNotCounted(observation, model.testability)
  const leaveOneOut = reason === null && !isHeldOut ? predictedWithout(observation, model) : null
  return {
    model: model.offering.id,
    id: point.id,
    label: point.label,
    quantity: point.quantity,
    unit: unitOfPoint(point),
    published: value,
    predicted,
    error: isCensored ? null : predicted.likely / value - 1,
    leaveOneOutError: leaveOneOut === null ? null : leaveOneOut.likely / value - 1,
    leaveOneOut,
    censored: isCensored,
    below: isCensored ? belowBound(predicted, value) : null,
    heldOut: point.heldOut ?? null,
    counted: reason === null,
    reason,
  }
}

/** Points that set a parameter alone stay in: without them it would only stand where they have put it. */
function predictedWithout(observation: PublishedObservation, { offering, fittable, fitted }: ModelCase): Band {
  const others = fittable.filter((each) => each !== observation)
  return observation.predict(fitParameters(offering, fitted, others).offering)
}

function reasonNotCounted({ id, isCensored, point }: PublishedObservation, testability: Testability): string | null {
  if (isCensored) return 'censored: the load offered was the cap, so the figure is a lower bound'
  if (point.notCounted !== undefined) return point.notCounted
  if (point.heldOut !== undefined) return null
  const alone = testability.alone.get(id)
  if (alone !== undefined) return `not testable: it alone identifies ${alone.join(' and ')}`
  return testability.isSaturated ? saturatedSentence(testability) : null
}

function saturatedSentence({ tested, identified }: Testability): string {
  const points = tested.length === 1 ? '1 point' : `${tested.length} points`
  const parameters = identified.length === 1 ? '1 parameter' : `${identified.length} parameters`
  return `saturated, not counted: ${points} for ${parameters}, fewer than two each`
}

function belowBound({ likely, high }: Band, bound: number): 'nothing' | 'likely' | 'band' {
  if (high < bound) return 'band'
  return likely < bound ? 'likely' : 'nothing'
}

function scoresOf(points: readonly BacktestedPoint[], parameters: number): BacktestScores {
  const counted = points.filter((point) => point.counted && point.heldOut === null)
  const bands = counted.flatMap(({ leaveOneOut, published }) =>
    leaveOneOut === null ? [] : [{ ...leaveOneOut, published }],
  )
  const inside = bands.filter(({ low, high, published }) => low <= published && published <= high)
  return {
    countedPoints: counted.length,
    medianAbsError: median(sizes(counted.map(({ error }) => error))),
    medianAbsErrorLeaveOneOut: median(sizes(counted.map(({ leaveOneOutError }) => leaveOneOutError))),
    censoredPredictedBelow: points.filter(({ below }) => below === 'likely' || below === 'band').length,
    censoredBandBelow: points.filter(({ below }) => below === 'band').length,
    parameters,
    coverage: bands.length === 0 ? null : inside.length / bands.length,
    medianWidth: median(bands.flatMap(({ low, likely, high }) => (likely > 0 ? [(high - low) / 2 / likely] : []))),
    heldOut: { seen: heldOutScoresOf(points, 'seen'), unseen: heldOutScoresOf(points, 'unseen') },
  }
}

function heldOutScoresOf(points: readonly BacktestedPoint[], kind: 'seen' | 'unseen'): HeldOutScores {
  const counted = points.filter((point) => point.counted && point.heldOut === kind)
  const inside = counted.filter(({ predicted, published }) => predicted.low <= published && published <= predicted.high)
  return {
    countedPoints: counted.length,
    medianAbsError: median(sizes(counted.map(({ error }) => error))),
    coverage: counted.length === 0 ? null : inside.length / counted.length,
  }
}

function sizes(errors: readonly (number | null)[]): number[] {
  return errors.flatMap((error) => (error === null ? [] : Math.abs(error)))
}
