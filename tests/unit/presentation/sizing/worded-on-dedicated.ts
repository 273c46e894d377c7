import { predict } from '../../../../src/capacity/predict.ts'
import type { Scenario } from '../../../../src/contracts/scenario.ts'
import { recommendScenario } from '../../../../src/planning/recommended-scenario.ts'
import { type WordedRecommendation, wordRecommendation } from '../../../../src/presentation/sizing/recommendation.ts'
import { noSizeOf } from '../../../../src/presentation/sizing/size-sentences.ts'
import { dedicated } from '../../capacity/known-files.ts'

/** The recommendation in words for a scenario on Confluent Cloud Dedicated. */
export function recommended(scenario: Scenario): WordedRecommendation {
  const prediction = predict(scenario, dedicated)
  return wordRecommendation({
    prediction,
    noSize: noSizeOf(prediction, scenario, dedicated),
    recommended: recommendScenario(scenario, dedicated),
    scenario,
    unitName: dedicated.unitName,
  })
}
