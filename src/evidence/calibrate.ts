/**
 * Calibrates a model: fits those of its parameters that recorded runs depend on, to these runs and the published
 * evidence.
 */
import { atLawValue } from '../capacity/likely-value.ts'
import { AppError } from '../contracts/app-error.ts'
import type { Calibration } from '../contracts/calibration.ts'
import type { Offering } from '../contracts/offering.ts'
import type { RunRecord } from '../contracts/run-record.ts'
import { joinNames } from '../units/join-names.ts'
import { reasonOf } from './calibration-reasons.ts'
import { type FittedParameter, refuseUnconstrained } from './constrained-parameters.ts'
import { type Fit, fitParameters, fittedIntervals, sensitivities } from './fit.ts'
import type { FitObservation } from './fit-observation.ts'
import { median } from './median.ts'
import type { Matrix } from './normal-equations.ts'
import { ownLawsOf, withOwnLaws } from './own-laws.ts'
import { listAllParameters, type ModelParameter, withValues } from './parameters.ts'
import {
  fittableObservations,
  type PublishedObservation,
  publishedObservations,
  unitOfPoint,
} from './published-observations.ts'
import { type RunObservation, runObservations } from './run-observations.ts'
import { minObservationsPerParameter, testabilityOf } from './testability.ts'

/** At least this many runs must have reached a limit, because a single one may be an outlier. */
const minRunsAtLimit = 2

/** A figure depends on a parameter if changing the parameter by 1 % changes its prediction by at least 0.1 %. */
const minSlope = 0.1

/** Remedy if the runs cannot separate the parameters that were to be fitted. */
const fewerParameters = {
  remedy: 'Add runs with other batches, sizes or partitions, or fit fewer parameters',
  action: { command: '--parameters ID,…', view: null },
} as const

/** The runs to calibrate a model with, the parameters to fit, and the name of the calibration. */
export type CalibrationRequest = {
  readonly name: string
  readonly createdAtEpochMs: number
  readonly runs: readonly RunRecord[]
  /** Ids of the parameters to fit. By default all that the runs depend on. */
  readonly parameterIds?: readonly string[]
}

/**
 * Fits the model's parameters, narrows the bands of the laws whose limit the runs reached, and reports the errors
 * before and after. The model itself is not changed.
 * @throws AppError INPUT_INVALID, with the reason, if a run cannot be used or the data identify no parameter and no
 * law.
 */
export function calibrate(model: Offering, request: CalibrationRequest): Calibration {
  // Parameters are fitted to the laws' own values, without the share of them that half of the published clusters reached.
  const lawModel = atLawValue(model)
  const runs = runObservations(model, request.runs)
  const runsAtLimit = runs.filter(({ isCensored }) => !isCensored)
  const evidence = fittableObservations(publishedObservations(lawModel))
  const published = evidence.filter(({ point }) => point.notCounted === undefined)
  const data: CalibrationData = { runs, runsAtLimit, published, request }
  const { offering, parameters } = fitIfIdentified(lawModel, data)
  // Laws with fitted parameters already agree with the runs, so that share no longer applies to them.
  const laws = ownLawsOf(parameters.length === 0 ? model : offering, runsAtLimit)
  if (parameters.length + laws.length === 0) throw dependsOnNothingError(model)
  const after = withOwnLaws(offering, laws)
  const uncensored = published.filter(({ isCensored }) => !isCensored)
  return {
    kind: 'headroom.calibration',
    schemaVersion: 1,
    name: request.name,
    model: model.id,
    createdAtEpochMs: request.createdAtEpochMs,
    parameters,
    ...(laws.length === 0 ? {} : { laws }),
    runs: runs.map(({ id, isCensored }) => ({ id, isCensored })),
    publishedPoints: published.length,
    runErrors: { before: medianError(runsAtLimit, model), after: medianError(runsAtLimit, after) },
    publishedErrors: { before: medianError(uncensored, lawModel), after: medianError(uncensored, offering) },
    figures: [
      ...figuresOf({ runs, published: [] }, [model, after, offering]),
      ...figuresOf({ runs: [], published }, [lawModel, after, offering]),
    ],
  }
}

/** The inputs of a calibration. */
type CalibrationData = {
  readonly runs: readonly RunObservation[]
  readonly runsAtLimit: readonly RunObservation[]
  readonly published: readonly PublishedObservation[]
  readonly request: CalibrationRequest
}

type FittedModel = { readonly offering: Offering; readonly parameters: Calibration['parameters'] }

/**
 * The model with fitted parameters. If the model has bands by law, runs can narrow a band even if they identify no
 * parameter. In that case no parameter is fitted and no error is thrown, unless the request names parameters.
 */
function fitIfIdentified(model: Offering, data: CalibrationData): FittedModel {
  const hasLaws = model.model === 'broker-hardware' && model.hardware.lawBands !== undefined
  const mayLeaveOut = hasLaws && data.request.parameterIds === undefined && data.runsAtLimit.length > 0
  try {
    return fitModel(model, data)
  } catch (error) {
    if (mayLeaveOut && AppError.from(error).code === 'INPUT_INVALID') return { offering: model, parameters: [] }
    throw error
  }
}

function fitModel(model: Offering, { runs, runsAtLimit, published, request }: CalibrationData): FittedModel {
  if (runsAtLimit.length < minRunsAtLimit) throw tooFewRunsError(model, runs.length, runsAtLimit.length)
  const parameters = chosenParameters(model, runsAtLimit, request.parameterIds)
  const observations = [...runs, ...published]
  refuseUnidentified(model, parameters, observations)
  const fit = fitParameters(model, parameters, observations)
  const fitted = fittedParameters(parameters, fit)
  refuseUnconstrained(model, fitted, request.runs[0]?.scenario ?? null)
  const figures = figuresOf({ runs, published }, [model, fit.offering, fit.offering])
  const reasons = reasonsOf(sensitivities(model, parameters, observations), figures)
  return {
    offering: fit.offering,
    parameters: fitted.map(({ parameter: { id, unit, value: before }, value, interval }, index) => {
      return { id, unit, before, value, interval, reason: reasons(index) }
    }),
  }
}

/**
 * All figures with their predictions before and after, runs first. Runs are predicted with the model `after`. Published
 * figures are of other clusters, to which the bands of the user's own cluster do not apply. They are predicted with the
 * model `withoutOwnBands`.
 */
function figuresOf(
  { runs, published }: Pick<CalibrationData, 'runs' | 'published'>,
  [before, after, withoutOwnBands]: readonly [Offering, Offering, Offering],
): Figure[] {
  return [
    ...runs.map((run) => figureOf(run, { kind: 'run', unit: run.unit }, [before, after])),
    ...published.map((observation) =>
      figureOf(observation, { kind: 'published', unit: unitOfPoint(observation.point) }, [before, withoutOwnBands]),
    ),
  ]
}

function fittedParameters(parameters: readonly ModelParameter[], fit: Fit): FittedParameter[] {
  const intervals = fittedIntervals(fit)
  return parameters.map((parameter, index) => {
    const interval = intervals[index]
    if (interval === null || interval === undefined) throw notSeparableError(parameters)
    return { parameter, value: fit.values[index] ?? parameter.value, interval }
  })
}

type Figure = NonNullable<Calibration['figures']>[number]

function figureOf(
  { id, value, isCensored, predict }: FitObservation,
  kindAndUnit: Pick<Figure, 'kind' | 'unit'>,
  [before, after]: readonly [Offering, Offering],
): Figure {
  return { id, ...kindAndUnit, isCensored, value, before: predict(before).likely, after: predict(after).likely }
}

/** Returns a function that explains why the parameter of a column changed. `slopes` has one row per figure. */
function reasonsOf(slopes: Matrix, figures: readonly Figure[]): (column: number) => string {
  return (column) => {
    const withSlopes = figures.map((figure, row) => ({ figure, slope: slopes[row]?.[column] ?? 0 }))
    return reasonOf(withSlopes.filter(({ slope }) => Math.abs(slope) >= minSlope))
  }
}

/**
 * The model with the calibrated values and bands.
 * @throws AppError INPUT_INVALID if the calibration is of another model, or of a parameter that the model no longer
 * has.
 */
export function applyCalibration(model: Offering, calibration: Calibration): Offering {
  if (calibration.model !== model.id) {
    throw new AppError('INPUT_INVALID', `The calibration ${calibration.name} belongs to ${calibration.model}.`, {
      remedy: `The scenario uses ${model.id}: leave the calibration out, or choose one of that model.`,
    })
  }
  const known = listAllParameters(model)
  const parameters = calibration.parameters.map(({ id }) => namedParameter(model, known, id))
  const values = calibration.parameters.map(({ value }) => value)
  const used = Object.fromEntries(calibration.parameters.map(({ id, value }) => [id, value]))
  const moves = calibration.parameters.flatMap(({ id, before, value, reason }) => {
    return reason === undefined ? [] : [{ id, before, value, reason }]
  })
  const { laws = [] } = calibration
  const applied = {
    name: calibration.name,
    parameters: used,
    ...(moves.length === 0 ? {} : { moves }),
    ...(laws.length === 0 ? {} : { laws }),
  }
  return { ...withOwnLaws(withValues(model, parameters, values), laws), calibration: applied }
}

function chosenParameters(
  model: Offering,
  runsAtLimit: readonly FitObservation[],
  ids: readonly string[] | undefined,
): readonly ModelParameter[] {
  const known = listAllParameters(model)
  if (ids !== undefined) return [...new Set(ids)].map((id) => namedParameter(model, known, id))
  const slopes = sensitivities(model, known, runsAtLimit)
  const sensitive = known.filter((_, column) => slopes.some((row) => Math.abs(row[column] ?? 0) >= minSlope))
  if (sensitive.length > 0) return sensitive
  throw dependsOnNothingError(model)
}

function dependsOnNothingError(model: Offering): AppError {
  return new AppError('INPUT_INVALID', `These runs depend on no parameter of ${model.name} that can be calibrated.`, {
    remedy: 'A fixed limit or a client limited them. Calibrate with runs that reached a limit of the brokers.',
  })
}

function namedParameter(model: Offering, known: readonly ModelParameter[], id: string): ModelParameter {
  const found = known.find((parameter) => parameter.id === id)
  if (found !== undefined) return found
  const ids = known.map((parameter) => parameter.id).join(', ')
  throw new AppError('INPUT_INVALID', `${model.name} has no parameter "${id}" that can be calibrated.`, {
    remedy: ids === '' ? 'It has none at all.' : `Name one of: ${ids}`,
  })
}

/** Throws unless there are two figures per parameter, and no parameter is identified by a single figure alone. */
function refuseUnidentified(
  model: Offering,
  parameters: readonly ModelParameter[],
  observations: readonly FitObservation[],
): void {
  const uncensored = observations.filter(({ isCensored }) => !isCensored)
  const slopes = sensitivities(model, parameters, uncensored)
  const sensitive = uncensored.filter((_, row) => slopes[row]?.some((slope) => Math.abs(slope) >= minSlope))
  const { alone } = testabilityOf(model, parameters, sensitive)
  const names = parameters.map(({ id }) => id).join(', ')
  if (sensitive.length < minObservationsPerParameter * parameters.length) {
    const counts = `${sensitive.length} figures depend on ${parameters.length} parameters (${names})`
    throw new AppError(
      'INPUT_INVALID',
      `The fit would be saturated: ${counts}, and two figures per parameter are needed.`,
      fewerParameters,
    )
  }
  if (alone.size === 0) return
  const problems = [...alone].map(([place, ids]) => ({ place, message: `it alone identifies ${joinNames(ids)}` }))
  throw new AppError('INPUT_INVALID', 'Each parameter must be identified by more than one figure.', {
    problems,
    ...fewerParameters,
  })
}

function medianError(observations: readonly FitObservation[], model: Offering): number | null {
  return median(observations.map(({ predict, value }) => Math.abs(predict(model).likely / value - 1)))
}

function tooFewRunsError(model: Offering, runs: number, runsAtLimit: number): AppError {
  const found = runsAtLimit === 0 ? 'none of them' : `${runsAtLimit} of ${runs}`
  return new AppError(
    'INPUT_INVALID',
    `Too few runs: a calibration of ${model.name} needs two runs that reached a limit, and ${found} did.`,
    { remedy: 'A run that met its offered load, or whose limiter is not known, gives only a lower bound.' },
  )
}

function notSeparableError(parameters: readonly ModelParameter[]): AppError {
  const names = parameters.map(({ id }) => id).join(', ')
  return new AppError('INPUT_INVALID', `The data cannot separate these parameters: ${names}.`, fewerParameters)
}
