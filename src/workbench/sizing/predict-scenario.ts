/**
 * Predicts a scenario with a model of Headroom or of the workspace.
 */
import { explainBursts } from '../../capacity/bursts.ts'
import { clientHostsSentence } from '../../capacity/client-hosts.ts'
import { explainCalibration, explainPrediction } from '../../capacity/explain-prediction.ts'
import { predict } from '../../capacity/predict.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import type { SizedPrediction } from '../../presentation/sizing/recommendation-sections.ts'
import { noSizeOf } from '../../presentation/sizing/size-sentences.ts'
import { offeringOf } from '../calibration/calibrated-models.ts'
import type { Resources } from '../resources.ts'

/** A prediction with sentences that explain it. */
export interface ExplainedPrediction extends SizedPrediction {
  /** One sentence with the result of the prediction. */
  readonly sentence: string
  /** Bursts of hosts and volumes with their durations, as sentences. */
  readonly bursts: readonly string[]
  /** One sentence on the client hosts that the load needs; empty if no ceiling of a host is known. */
  readonly clientHosts: string
  /** One sentence on the calibration that is applied; empty if there is none. */
  readonly calibration: string
}

/** @throws AppError as `offeringOf` */
export async function predictScenario(scenario: Scenario, resources: Resources): Promise<ExplainedPrediction> {
  const offering = await offeringOf(scenario.deployment, resources)
  const prediction = predict(scenario, offering)
  return {
    prediction,
    unitName: offering.unitName,
    noSize: noSizeOf(prediction, scenario, offering),
    sentence: explainPrediction(prediction),
    bursts: explainBursts(prediction),
    clientHosts: clientHostsSentence(prediction),
    calibration: explainCalibration(prediction),
  }
}
