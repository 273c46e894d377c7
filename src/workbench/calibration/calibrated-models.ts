/**
 * Loads the model that a deployment refers to and applies the deployment's calibration.
 */
import { tierProblem } from '../../capacity/refusals.ts'
import { AppError } from '../../contracts/app-error.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Deployment } from '../../contracts/scenario.ts'
import { applyCalibration } from '../../evidence/calibrate.ts'
import type { Resources } from '../resources.ts'
import { findOffering, loadModels, type Models } from '../sizing/offerings.ts'
import { readCalibration } from './calibrations.ts'

/** Folders from which models and calibrations are read. */
export type CalibrationPlaces = Pick<Resources, 'modelsPath' | 'ownModelsPath' | 'workspacePath'>

/** The fields of a deployment that choose a model. */
type ModelChoice = Pick<Deployment, 'offering' | 'calibration'>

/**
 * Returns the offering of a deployment, calibrated if the deployment names a calibration.
 * @param place place of the deployment in the user's input, for error messages
 * @throws AppError OFFERING_INVALID if there is no such offering; INPUT_INVALID if the calibration is missing, damaged
 * or made for another model
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

/**
 * Returns the offering of a deployment as `offeringOf`, if it has the deployment's tier.
 * @throws AppError as `offeringOf`, and OFFERING_INVALID if the tier is unknown, or missing although the offering has
 * several. No default tier is used, because each tier has other limits.
 */
export async function deployedOffering(
  deployment: Deployment,
  places: CalibrationPlaces,
  place = 'deployment',
): Promise<Offering> {
  const offering = await offeringOf(deployment, places, place)
  refuseUnknownTier(deployment, offering, place)
  return offering
}

/** @throws AppError OFFERING_INVALID if the tier is unknown, or missing although the offering has several */
export function refuseUnknownTier(deployment: Deployment, offering: Offering, place = 'deployment'): void {
  const message = tierProblem(deployment, offering)
  if (message === null) return
  const { tier } = deployment
  // A host of another kind than the listed tiers can be described in the scenario.
  const ownHost =
    offering.model === 'broker-hardware'
      ? ', describe the host in deployment.host (cores, networkBytesPerSec, storageBytesPerSec)'
      : ''
  throw new AppError('OFFERING_INVALID', tier === undefined ? 'A tier is missing.' : `There is no tier "${tier}".`, {
    problems: [{ place: `${place}.tier`, message }],
    remedy: `Name one of its tiers${ownHost}, or see them`,
    action: { command: `headroom models show ${offering.id}`, view: 'Models' },
  })
}

/**
 * Returns all models, for comparisons. The deployment's model is calibrated if the deployment names a calibration.
 * @throws AppError as `offeringOf`
 */
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
