/**
 * Predicting a scenario with the offerings that come with Headroom.
 */
import { explainBursts } from '../../capacity/bursts.ts'
import { explainPrediction } from '../../capacity/explain-prediction.ts'
import { predict } from '../../capacity/predict.ts'
import type { Calibration } from '../../contracts/calibration.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { applyCalibration } from '../../evidence/calibrate.ts'
import type { Resources } from '../resources.ts'
import { findOffering, loadOfferings } from './offerings.ts'

/** A prediction and its answer in a sentence or three. */
export interface ExplainedPrediction {
  readonly prediction: Prediction
  readonly sentence: string
  /** Bursts of hosts and volumes, each with its time, as sentences. */
  readonly bursts: readonly string[]
}

/** An offering with a calibration laid over it, and how its predictions name that. */
export interface CalibratedOffering {
  readonly offering: Offering
  readonly calibration: Pick<Prediction, 'calibration'>
}

/**
 * The offering of a scenario, as it is or calibrated.
 * @throws AppError OFFERING_INVALID where the scenario names an offering that is not there, INPUT_INVALID where the
 * calibration is another model's.
 */
export async function offeringOf(
  { deployment }: Scenario,
  resources: Resources,
  calibration?: Calibration,
): Promise<CalibratedOffering> {
  const offerings = await loadOfferings(resources)
  const offering = findOffering(offerings, deployment.offering, 'deployment.offering')
  if (calibration === undefined) return { offering, calibration: {} }
  const { name, parameters } = calibration
  const values = Object.fromEntries(parameters.map(({ id, value }) => [id, value]))
  return {
    offering: applyCalibration(offering, calibration),
    calibration: { calibration: { name, parameters: values } },
  }
}

/** @throws AppError as `offeringOf`. */
export async function predictScenario(
  scenario: Scenario,
  resources: Resources,
  laidOver?: Calibration,
): Promise<ExplainedPrediction> {
  const { offering, calibration } = await offeringOf(scenario, resources, laidOver)
  const prediction = { ...predict(scenario, offering), ...calibration }
  return { prediction, sentence: explainPrediction(prediction), bursts: explainBursts(prediction) }
}
