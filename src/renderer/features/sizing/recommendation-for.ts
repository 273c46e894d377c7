/**
 * The recommendation for a scenario, in words, and the sizes that it was chosen from. Pure.
 */
import type { Offering } from '../../../contracts/offering.ts'
import type { Prediction } from '../../../contracts/prediction.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { recommendScenario } from '../../../planning/recommended-scenario.ts'
import type { SmallerSizes } from '../../../planning/smaller-size.ts'
import { recommend, type WordedRecommendation } from '../../../presentation/sizing/recommendation.ts'
import { noSizeOf } from '../../../presentation/sizing/size-sentences.ts'

/** A scenario and its prediction. */
export interface PredictedScenario {
  readonly scenario: Scenario
  readonly prediction: Prediction
  readonly offering: Offering
}

/** The recommendation, the sizes that it was chosen from, and the scenario that both are for. */
export interface Recommended {
  readonly recommendation: WordedRecommendation
  readonly sizes: SmallerSizes
  readonly scenario: Scenario
}

/** The recommendation. It takes up to a hundred predictions. */
export function recommendationFor({ scenario, prediction, offering }: PredictedScenario): Recommended {
  const recommended = recommendScenario(scenario, offering)
  const noSize = noSizeOf(prediction, scenario, offering)
  const recommendation = recommend({ scenario, prediction, recommended, noSize, unitName: offering.unitName })
  return { recommendation, sizes: recommended.smallerSizes, scenario }
}
