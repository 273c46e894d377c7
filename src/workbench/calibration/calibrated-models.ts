/**
 * The models as a scenario means them: the one of its deployment with its calibration laid over it.
 */
import type { Offering } from '../../contracts/offering.ts'
import type { Deployment } from '../../contracts/scenario.ts'
import { applyCalibration } from '../../evidence/calibrate.ts'
import type { Resources } from '../resources.ts'
import { findOffering, loadModels, type Models } from '../sizing/offerings.ts'
import { readCalibration } from './calibrations.ts'

/** Where models and calibrations are read from. */
export type CalibrationPlaces = Pick<Resources, 'modelsPath' | 'ownModelsPath' | 'workspacePath'>

/** What of a deployment chooses a model. */
type ModelChoice = Pick<Deployment, 'offering' | 'calibration'>

/**
 * The offering of a deployment, as it is or calibrated.
 * @throws AppError OFFERING_INVALID where it is not there, INPUT_INVALID where the calibration is not there, is broken, or
 * is another model's; `place` names where the deployment stands.
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

/** All models, the one of the deployment calibrated: for comparing it with others. @throws AppError as `offeringOf`. */
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
