/**
 * Finds the runs that would narrow a prediction most.
 */
import type { Scenario } from '../../contracts/scenario.ts'
import { type NextMeasurement, nextMeasurement } from '../../planning/next-measurement.ts'
import { type CalibrationPlaces, offeringOf } from '../calibration/calibrated-models.ts'

/**
 * Recommends what to measure next for a scenario. It needs the model with and without its calibration.
 * @throws AppError the errors of `offeringOf`
 */
export async function measureNext(scenario: Scenario, places: CalibrationPlaces): Promise<NextMeasurement> {
  const { offering } = scenario.deployment
  const [model, base] = await Promise.all([offeringOf(scenario.deployment, places), offeringOf({ offering }, places)])
  return nextMeasurement(scenario, model, base)
}
