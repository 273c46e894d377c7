/**
 * Predicting a scenario with the models that are there.
 */
import { explainBursts } from '../../capacity/bursts.ts'
import { clientHostsSentence } from '../../capacity/client-hosts.ts'
import { explainCalibration, explainPrediction } from '../../capacity/explain-prediction.ts'
import { predict } from '../../capacity/predict.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { offeringOf } from '../calibration/calibrated-models.ts'
import type { Resources } from '../resources.ts'

/** A prediction and its answer in a sentence or three. */
export interface ExplainedPrediction {
  readonly prediction: Prediction
  readonly sentence: string
  /** Bursts of hosts and volumes, each with its time, as sentences. */
  readonly bursts: readonly string[]
  /** Hosts of clients that the load needs, in a sentence; empty where no ceiling of a host is known. */
  readonly clientHosts: string
  /** Which calibration lies over the model, in a sentence; empty where none does. */
  readonly calibration: string
}

/** @throws AppError as `offeringOf`. */
export async function predictScenario(scenario: Scenario, resources: Resources): Promise<ExplainedPrediction> {
  const prediction = predict(scenario, await offeringOf(scenario.deployment, resources))
  return {
    prediction,
    sentence: explainPrediction(prediction),
    bursts: explainBursts(prediction),
    clientHosts: clientHostsSentence(prediction),
    calibration: explainCalibration(prediction),
  }
}
