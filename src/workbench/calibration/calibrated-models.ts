/**
 * The models that a scenario refers to: the model of its deployment, with its calibration applied.
 */
import type { Offering } from '../../contracts/offering.ts'
import type { Deployment } from '../../contracts/scenario.ts'
import { applyCalibration } from '../../evidence/calibrate.ts'
import type { Resources } from '../resources.ts'
import { findOffering, loadModels, type Models } from '../sizing/offerings.ts'
import { readCalibration } from './calibrations.ts'

/** Where models and calibrations are read from. */
export type CalibrationPlaces = Pick<Resources, 'modelsPath' | 'ownModelsPath' | 'workspacePath'>

/** The fields of a deployment that choose a model. */
type ModelChoice = Pick<Deployment, 'offering' | 'calibration'>

/**
 * The offering of a deployment, calibrated if the deployment names a calibration.
 * @throws AppError OFFERING_INVALID if there is no such offering, INPUT_INVALID if the calibration is missing, damaged or
 * of another model; `place` is the place of the deployment in the message.
 */
export async function offeringOf(
  deployment: ModelChoice,
  places: CalibrationPlaces,
  place = 'deployment',
): Promise<Offering> {
  return calibrated(
    findOffering(await loadModels(places), deployment.offering, `${place}.offering`),
    deployment,
    places,
  )
}

/** All models, with the one of the deployment calibrated, for comparisons. @throws AppError as `offeringOf`. */
export async function modelsFor(deployment: ModelChoice, places: CalibrationPlaces): Promise<Models> {
  const models = await loadModels(places)
  if (deployment.calibration === undefined) return models
  const chosen = await calibrated(findOffering(models, deployment.offering, 'deployment.offering'), deployment, places)
  return { ...models, offerings: models.offerings.map((each) => (each.id === chosen.id ? chosen : each)) }
}

async function calibrated(
  offering: Offering,
  { calibration }: ModelChoice,
  { workspacePath }: CalibrationPlaces,
): Promise<Offering> {
  if (calibration === undefined) return offering
  return applyCalibration(offering, await readCalibration(workspacePath, calibration))
}
