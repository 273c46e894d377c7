import type { Scenario } from '../../contracts/scenario.ts'
import { type NextMeasurement, nextMeasurement } from '../../planning/next-measurement.ts'
import { type CalibrationPlaces, offeringOf } from '../calibration/calibrated-models.ts'

/** What to measure next for a scenario, with its calibration and beside the model without. @throws AppError as `offeringOf`. */
export async function measureNext(scenario: Scenario, places: CalibrationPlaces): Promise<NextMeasurement> {
  const { offering } = scenario.deployment
  const [model, base] = await Promise.all([offeringOf(scenario.deployment, places), offeringOf({ offering }, places)])
  return nextMeasurement(scenario, model, base)
}
