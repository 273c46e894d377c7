/**
 * Predicts a scenario with a model of Headroom or of the workspace.
 */
import { explainBursts } from '../../capacity/bursts.ts'
import { clientHostsSentence } from '../../capacity/client-hosts.ts'
import { explainCalibration } from '../../capacity/explain-calibration.ts'
import { explainPrediction } from '../../capacity/explain-prediction.ts'
import { predict } from '../../capacity/predict.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { recommendScenario } from '../../planning/recommended-scenario.ts'
import type { SmallerSizes } from '../../planning/smaller-size.ts'
import { type WordedRecommendation, wordRecommendation } from '../../presentation/sizing/recommendation.ts'
import type { SizedPrediction } from '../../presentation/sizing/recommendation-sections.ts'
import { noSizeOf } from '../../presentation/sizing/size-sentences.ts'
import { deployedOffering } from '../calibration/calibrated-models.ts'
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
  /** Changes with which a smaller size is enough. */
  readonly smallerSizes: SmallerSizes
  /** The smallest size, and the change that makes it smaller. */
  readonly recommendation: WordedRecommendation
}

/** Predicts a scenario with the model of its deployment. @throws AppError as `deployedOffering` */
export async function predictScenario(scenario: Scenario, resources: Resources): Promise<ExplainedPrediction> {
  return explainScenario(scenario, await deployedOffering(scenario.deployment, resources))
}

/** Predicts a scenario with a model. */
export function explainScenario(scenario: Scenario, offering: Offering): ExplainedPrediction {
  const prediction = predict(scenario, offering)
  const recommended = recommendScenario(scenario, offering)
  const sized = {
    prediction,
    unitName: offering.unitName,
    noSize: noSizeOf(prediction, scenario, offering),
  }
  return {
    ...sized,
    smallerSizes: recommended.smallerSizes,
    recommendation: wordRecommendation({ ...sized, recommended, scenario }),
    sentence: explainPrediction(prediction),
    bursts: explainBursts(prediction),
    clientHosts: clientHostsSentence(prediction),
    calibration: explainCalibration(prediction),
  }
}
