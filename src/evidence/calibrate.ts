/**
 * Calibration: the few parameters of a model that recorded runs tell about, fitted to them and to the evidence.
 */
import { AppError } from '../contracts/app-error.ts'
import type { Calibration } from '../contracts/calibration.ts'
import type { Offering } from '../contracts/offering.ts'
import type { StoredRun } from '../contracts/run-record.ts'
import { reasonOf } from './calibration-reasons.ts'
import { fitParameters, fittedIntervals, sensitivities } from './fit.ts'
import { median } from './median.ts'
import type { Matrix } from './normal-equations.ts'
import type { Observation } from './observation.ts'
import { listAllParameters, type ModelParameter, withValues } from './parameters.ts'
import { fittableObservations, publishedObservations, unitOfPoint } from './published-observations.ts'
import { runObservations } from './run-observations.ts'
import { fewestPerParameter, testabilityOf } from './testability.ts'

/** Fewest runs that reached a limit: one can be anything. */
const fewestRuns = 2

/** A parameter is moved where a run follows it by a tenth at least: one percent of it moves 0.1 % of the rate. */
const leastFollowed = 0.1

/** What is asked for. */
export type CalibrationRequest = {
  readonly name: string
  readonly createdAtEpochMs: number
  readonly runs: readonly StoredRun[]
  /** Ids of the parameters to move. Left out: those that the runs follow. */
  readonly parameterIds?: readonly string[]
}

/**
 * Fits the model's parameters and says what that does to its errors; the model stays as it is.
 * @throws AppError INPUT_INVALID where runs are of no use or the data cannot tell, with the reason.
 */
export function calibrate(model: Offering, request: CalibrationRequest): Calibration {
  const runs = runObservations(model, request.runs)
  const telling = runs.filter(({ isCensored }) => !isCensored)
  if (telling.length < fewestRuns) throw tooFewRuns(model, runs.length, telling.length)
  const evidence = fittableObservations(publishedObservations(model))
  const published = evidence.filter(({ point }) => point.notCounted === undefined)
  const parameters = chosenParameters(model, telling, request.parameterIds)
  const observations = [...runs, ...published]
  refuseWhatCannotBeTold(model, parameters, observations)
  const fit = fitParameters(model, parameters, observations)
  const intervals = fittedIntervals(fit)
  const uncensored = published.filter(({ isCensored }) => !isCensored)
  const figures = [
    ...runs.map((run) => figureOf(run, { kind: 'run', unit: run.unit }, [model, fit.offering])),
    ...published.map((each) =>
      figureOf(each, { kind: 'published', unit: unitOfPoint(each.point) }, [model, fit.offering]),
    ),
  ]
  const reasons = reasonsOf(sensitivities(model, parameters, observations), figures)
  return {
    kind: 'headroom.calibration',
    schemaVersion: 1,
    name: request.name,
    model: model.id,
    createdAtEpochMs: request.createdAtEpochMs,
    parameters: parameters.map(({ id, unit, value: before }, index) => {
      const interval = intervals[index]
      if (interval === null || interval === undefined) throw notToldApart(parameters)
      return { id, unit, before, value: fit.values[index] ?? before, interval, reason: reasons(index) }
    }),
    runs: runs.map(({ id, isCensored }) => ({ id, isCensored })),
    publishedPoints: published.length,
    runErrors: { before: medianError(telling, model), after: medianError(telling, fit.offering) },
    publishedErrors: { before: medianError(uncensored, model), after: medianError(uncensored, fit.offering) },
    figures,
  }
}

type Figure = NonNullable<Calibration['figures']>[number]

function figureOf(
  { id, value, isCensored, predict }: Observation,
  told: Pick<Figure, 'kind' | 'unit'>,
  [before, after]: readonly [Offering, Offering],
): Figure {
  return { id, ...told, isCensored, value, before: predict(before).likely, after: predict(after).likely }
}

/** Why the parameter of a column moved. `slopes` has a row a figure. */
function reasonsOf(slopes: Matrix, figures: readonly Figure[]): (column: number) => string {
  return (column) => {
    const following = figures.map((figure, row) => ({ figure, slope: slopes[row]?.[column] ?? 0 }))
    return reasonOf(following.filter(({ slope }) => Math.abs(slope) >= leastFollowed))
  }
}

/**
 * A model with a calibration laid over it.
 * @throws AppError INPUT_INVALID where it is another model's, or names a parameter that the model no longer has.
 */
export function applyCalibration(model: Offering, calibration: Calibration): Offering {
  if (calibration.model !== model.id) {
    throw new AppError('INPUT_INVALID', `The calibration ${calibration.name} is one of ${calibration.model}.`, {
      remedy: `The scenario is about ${model.id}: leave the calibration out, or choose one of that model.`,
    })
  }
  const known = listAllParameters(model)
  const parameters = calibration.parameters.map(({ id }) => namedParameter(model, known, id))
  const values = calibration.parameters.map(({ value }) => value)
  const used = Object.fromEntries(calibration.parameters.map(({ id, value }) => [id, value]))
  const moves = calibration.parameters.flatMap(({ id, before, value, reason }) => {
    return reason === undefined ? [] : [{ id, before, value, reason }]
  })
  const applied = { name: calibration.name, parameters: used, ...(moves.length === 0 ? {} : { moves }) }
  return { ...withValues(model, parameters, values), calibration: applied }
}

function chosenParameters(
  model: Offering,
  telling: readonly Observation[],
  ids: readonly string[] | undefined,
): readonly ModelParameter[] {
  const known = listAllParameters(model)
  if (ids !== undefined) return [...new Set(ids)].map((id) => namedParameter(model, known, id))
  const slopes = sensitivities(model, known, telling)
  const followed = known.filter((_, column) => slopes.some((row) => Math.abs(row[column] ?? 0) >= leastFollowed))
  if (followed.length > 0) return followed
  throw new AppError('INPUT_INVALID', `These runs follow no parameter of ${model.name} that can be calibrated.`, {
    remedy: 'What held them is a fixed limit or a client. Calibrate with runs that reached the limits of the brokers.',
  })
}

function namedParameter(model: Offering, known: readonly ModelParameter[], id: string): ModelParameter {
  const found = known.find((each) => each.id === id)
  if (found !== undefined) return found
  const ids = known.map((each) => each.id).join(', ')
  throw new AppError('INPUT_INVALID', `${model.name} has no parameter "${id}" that can be calibrated.`, {
    remedy: ids === '' ? 'It has none at all.' : `Name one of: ${ids}`,
  })
}

function refuseWhatCannotBeTold(
  model: Offering,
  parameters: readonly ModelParameter[],
  observations: readonly Observation[],
): void {
  const uncensored = observations.filter(({ isCensored }) => !isCensored)
  const slopes = sensitivities(model, parameters, uncensored)
  const following = uncensored.filter((_, row) => slopes[row]?.some((slope) => Math.abs(slope) >= leastFollowed))
  const { alone } = testabilityOf(model, parameters, following)
  const names = parameters.map(({ id }) => id).join(', ')
  const remedy = 'Add runs with other batches, sizes or partitions, or move fewer parameters: --parameters ID,…'
  if (following.length < fewestPerParameter * parameters.length) {
    const sentence = `${following.length} figures follow ${parameters.length} parameters (${names}): saturated, two each are needed.`
    throw new AppError('INPUT_INVALID', `The data cannot tell. ${sentence}`, { remedy })
  }
  if (alone.size === 0) return
  const problems = [...alone].map(([place, ids]) => ({ place, message: `it alone identifies ${ids.join(' and ')}` }))
  throw new AppError('INPUT_INVALID', 'The data cannot tell: a parameter must follow from more than one figure.', {
    problems,
    remedy,
  })
}

function medianError(observations: readonly Observation[], model: Offering): number | null {
  return median(observations.map(({ predict, value }) => Math.abs(predict(model).likely / value - 1)))
}

function tooFewRuns(model: Offering, all: number, telling: number): AppError {
  const found = telling === 0 ? 'none of them' : `${telling} of ${all}`
  return new AppError(
    'INPUT_INVALID',
    `The data cannot tell: two runs that reached a limit of ${model.name} are needed, and ${found} did.`,
    {
      remedy:
        'A run that met its load, or of which it is not known what held it, says only that the cluster takes no less.',
    },
  )
}

function notToldApart(parameters: readonly ModelParameter[]): AppError {
  const names = parameters.map(({ id }) => id).join(', ')
  return new AppError('INPUT_INVALID', `The data cannot tell these parameters apart: ${names}.`, {
    remedy: 'Add runs with other batches, sizes or partitions, or move fewer of them: --parameters ID,…',
  })
}
