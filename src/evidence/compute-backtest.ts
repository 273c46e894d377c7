/**
 * Predicts every published point from its configuration in three ways: with the current model, with the model refitted
 * without this point, and with the model refitted without the point's publication.
 */
import type { ConstraintModel } from '../capacity/constraint-model.ts'
import { settingOf } from '../capacity/law-chances.ts'
import { atLawValue, likelyBandsOf } from '../capacity/likely-value.ts'
import { situationOf } from '../capacity/solve.ts'
import type {
  AwaitingPoint,
  Backtest,
  BacktestedPoint,
  ModelBacktest,
  WithoutPublication,
} from '../contracts/backtest.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Band } from '../contracts/primitives.ts'
import { counted } from '../units/count.ts'
import { joinNames } from '../units/join-names.ts'
import { scoresOf } from './backtest-scores.ts'
import { bindingConstraint } from './binding-law.ts'
import { boundLaw, type LawResidual, lawResiduals } from './compute-law-bands.ts'
import { awaitedFirstSight, firstSightOf } from './first-sight.ts'
import { lawBandScoresOf } from './law-band-scores.ts'
import { listParameters, type ModelParameter } from './parameters.ts'
import {
  type AwaitedFigure,
  awaitedFigures,
  fittableObservations,
  type PublishedObservation,
  payloadBytesPerSec,
  publicationOf,
  publishedObservations,
  unitOfPoint,
} from './published-observations.ts'
import { type RefitPrediction, refit } from './refit.ts'
import { withOtherBands } from './residual.ts'
import { type Testability, testabilityOf } from './testability.ts'

/**
 * Backtests every offering that has published points.
 * @throws AppError OFFERING_INVALID naming a point whose configuration is not a valid scenario.
 */
export function backtest(offerings: readonly Offering[]): Backtest {
  const tested = offerings.filter(({ evidence }) => evidence.points.length > 0).map(backtestModel)
  const points = tested.flatMap((outcome) => outcome.points)
  const awaiting = tested.flatMap((outcome) => outcome.awaiting)
  const parameters = tested.reduce((sum, { model }) => sum + model.parameters, 0)
  const summary = scoresOf(points, { parameters, awaiting: awaiting.length })
  return { points, awaiting, models: tested.map(({ model }) => model), summary }
}

type ModelOutcome = Pick<Backtest, 'points' | 'awaiting'> & { readonly model: ModelBacktest }

function backtestModel(offering: Offering): ModelOutcome {
  const lawModel = atLawValue(offering)
  const observations = publishedObservations(offering)
  const fitted = listParameters(offering).filter(({ origin }) => origin === 'fitted')
  const fittable = fittableObservations(observations)
  const countable = fittable.filter(({ isCensored, point }) => !isCensored && point.notCounted === undefined)
  const testability = testabilityOf(lawModel, fitted, countable)
  const modelCase: ModelCase = { offering, lawModel, fittable, fitted, testability, refits: new Map() }
  const points = withHeldOutBands(
    observations.map((observation) => ({ observation, point: backtestPoint(observation, modelCase) })),
    offering,
  )
  const awaiting = awaitedFigures(offering).map((figure) => awaitingPoint(figure, offering))
  const reason = testability.isSaturated ? saturatedSentence(testability) : null
  const model = {
    model: offering.id,
    name: offering.name,
    points: points.length,
    parameterIds: fitted.map(({ id }) => id),
    reason,
    lawBands: lawBandScoresOf(residualsOf(observations, offering), points.filter(isNotTesting(observations))),
    ...scoresOf(points, { parameters: fitted.length, awaiting: awaiting.length }),
  }
  return { points, awaiting, model }
}

function residualsOf(observations: readonly PublishedObservation[], offering: Offering): LawResidual[] {
  return lawResiduals(observations, ({ scenario }) => settingOf(situationOf(scenario, offering)))
}

/** Returns a test whether today's bands may be made from a point. Figures of the newest batch may not: they test the bands. */
function isNotTesting(observations: readonly PublishedObservation[]): (point: BacktestedPoint) => boolean {
  const testing = observations.filter(({ point }) => point.firstSight?.testsBands === true)
  const ids = new Set(testing.map(({ id }) => id))
  return ({ id }) => !ids.has(id)
}

function awaitingPoint({ point, scenario, predict }: AwaitedFigure, model: Offering): AwaitingPoint {
  const { id, label, quantity } = point
  const bound = bindingConstraint(scenario, model, quantity)
  const binding = bound?.dimension ?? 'offered-load'
  return {
    ...{ model: model.id, id, label, quantity, unit: unitOfPoint(point), publication: publicationOf(point) },
    predicted: predict(model),
    binding,
    likelyFactor: likelyFactorOf(bound, model),
    firstSight: awaitedFirstSight(point),
  }
}

/** The likely value / the value of the binding law. If the scenario states the time of a step, both values contain it. */
function likelyFactorOf(bound: ConstraintModel | null, model: Offering): number {
  if (model.model !== 'broker-hardware' || bound === null) return 1
  if (bound.timeLaw !== undefined && bound.ofLaw !== undefined) return bound.capacity / bound.ofLaw.capacity
  const law = boundLaw({ binding: bound.dimension })
  return likelyBandsOf(model)?.find((band) => band.law === law)?.likelyFactor ?? 1
}

/** A model under backtest, with the inputs that the predictions of its points share. */
type ModelCase = {
  readonly offering: Offering
  /** The offering with each law's own value as likely value. Points that are not held out are judged by it. */
  readonly lawModel: Offering
  /** The observations that a fit may use, which are those that are not held out. */
  readonly fittable: readonly PublishedObservation[]
  /** The parameters whose values were fitted to published figures. */
  readonly fitted: readonly ModelParameter[]
  readonly testability: Testability
  /** Cache of predictions without a publication, by the publication's id. All points of a publication share a fit. */
  readonly refits: Map<string, (heldOut: PublishedObservation) => RefitPrediction>
}

/** A backtested point. If it is held out, its band without its own publication is added later (`withHeldOutBands`). */
type TestedPoint = { readonly observation: PublishedObservation; readonly point: BacktestedPoint }

function backtestPoint(observation: PublishedObservation, modelCase: ModelCase): BacktestedPoint {
  const { point, value, isCensored } = observation
  const isHeldOut = point.heldOut !== undefined
  const predicted = observation.predict(isHeldOut ? modelCase.offering : modelCase.lawModel)
  const reason = reasonNotCounted(observation, modelCase.testability)
  const isRefitted = reason === null && !isHeldOut
  const without = isRefitted ? predictWithoutPoint(observation, modelCase) : null
  const leaveOneOut = without?.predicted ?? null
  return {
    model: modelCase.offering.id,
    id: point.id,
    label: point.label,
    quantity: point.quantity,
    unit: unitOfPoint(point),
    published: value,
    publishedPayloadBytesPerSec: payloadBytesPerSec(observation),
    predicted,
    error: isCensored ? null : predicted.likely / value - 1,
    leaveOneOutError: leaveOneOut === null ? null : leaveOneOut.likely / value - 1,
    leaveOneOut,
    notIdentified: [...(without?.notIdentified ?? [])],
    publication: publicationOf(point),
    firstSight: firstSightOf(point),
    withoutPublication: isRefitted ? predictWithoutPublication(observation, modelCase) : null,
    censored: isCensored,
    below: isCensored ? belowBound(predicted, value) : null,
    heldOut: point.heldOut ?? null,
    counted: reason === null,
    reason,
  }
}

/**
 * The leave-one-out prediction of a point. It is not called for a point that alone identifies a parameter: without the
 * point, the parameter would be undetermined, or keep the value that the point gave it.
 */
function predictWithoutPoint(
  observation: PublishedObservation,
  { lawModel, fittable, fitted }: ModelCase,
): RefitPrediction {
  const others = fittable.filter((other) => other !== observation)
  return refit(lawModel, fitted, others)(observation)
}

function predictWithoutPublication(observation: PublishedObservation, modelCase: ModelCase): WithoutPublication {
  const { lawModel, fittable, fitted, refits } = modelCase
  const publication = publicationOf(observation.point)
  const others = fittable.filter(({ point }) => publicationOf(point) !== publication)
  const predict = refits.get(publication) ?? refit(lawModel, fitted, others)
  refits.set(publication, predict)
  const { predicted, notIdentified } = predict(observation)
  const error = predicted === null ? null : predicted.likely / observation.value - 1
  return { predicted, error, notIdentified: [...notIdentified] }
}

/** Adds to each counted held-out point the prediction with bands that are made without the point's publication. */
function withHeldOutBands(tested: readonly TestedPoint[], offering: Offering): BacktestedPoint[] {
  const points = tested.map(({ point }) => point)
  const residuals = residualsOf(
    tested.map(({ observation }) => observation),
    offering,
  )
  const models = new Map<string, Offering | null>()
  const modelWithout = (publication: string) => {
    const others = { points: ofOthers(points, publication), residuals: ofOthers(residuals, publication) }
    const model = models.get(publication) ?? withOtherBands(offering, others)
    models.set(publication, model)
    return model
  }
  return tested.map(({ observation, point }) => {
    const { counted, heldOut, publication } = point
    if (!counted || heldOut === null) return point
    const model = modelWithout(publication)
    if (model === null) return point
    const predicted = observation.predict(model)
    const error = predicted.likely / observation.value - 1
    return { ...point, withoutPublication: { predicted, error, notIdentified: [] } }
  })
}

/** The entries of all publications but this one. */
function ofOthers<Each extends { readonly publication: string }>(all: readonly Each[], publication: string): Each[] {
  return all.filter((entry) => entry.publication !== publication)
}

/** Why a point does not count in the scores; null if it does. */
function reasonNotCounted({ id, isCensored, point }: PublishedObservation, testability: Testability): string | null {
  if (isCensored) return 'censored: the load offered was the cap, so the figure is a lower bound'
  if (point.notCounted !== undefined) return point.notCounted
  if (point.heldOut !== undefined) return null
  const alone = testability.alone.get(id)
  if (alone !== undefined) return `not testable: it alone identifies ${joinNames(alone)}`
  return testability.isSaturated ? saturatedSentence(testability) : null
}

function saturatedSentence({ tested, identified }: Testability): string {
  const points = counted(tested.length, 'point')
  const parameters = counted(identified.length, 'parameter')
  return `saturated, not counted: ${points} for ${parameters}, fewer than two each`
}

/** Which part of a prediction is below the measured lower bound: nothing, the likely value, or the whole band. */
function belowBound({ likely, high }: Band, bound: number): 'nothing' | 'likely' | 'band' {
  if (high < bound) return 'band'
  return likely < bound ? 'likely' : 'nothing'
}
