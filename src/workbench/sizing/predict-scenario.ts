/**
 * Predicting a scenario with the offerings that come with Headroom.
 */
import { explainPrediction } from '../../capacity/explain-prediction.ts'
import { predict } from '../../capacity/predict.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import type { Resources } from '../resources.ts'
import { findOffering, loadOfferings } from './offerings.ts'

/** A prediction and its answer in a sentence or three. */
export interface ExplainedPrediction {
  readonly prediction: Prediction
  readonly sentence: string
}

/** @throws AppError OFFERING_INVALID where the scenario names an offering that is not there. */
export async function predictScenario(scenario: Scenario, resources: Resources): Promise<ExplainedPrediction> {
  const offerings = await loadOfferings(resources.modelsPath)
  const offering = findOffering(offerings, scenario.deployment.offering, 'deployment.offering')
  const prediction = predict(scenario, offering)
  return { prediction, sentence: explainPrediction(prediction) }
}
