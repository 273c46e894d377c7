/**
 * Makes the recommendation for a scenario, in words, with the sizes from which it was chosen. Pure.
 */
import type { Offering } from '../../../contracts/offering.ts'
import type { Prediction } from '../../../contracts/prediction.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { growRecommendation } from '../../../planning/grown-recommendation.ts'
import { type Recommendation, recommendScenario } from '../../../planning/recommended-scenario.ts'
import type { SmallerSizes } from '../../../planning/smaller-size.ts'
import { type WordedRecommendation, wordRecommendation } from '../../../presentation/sizing/recommendation.ts'
import { type WordedGrowth, wordGrowth } from '../../../presentation/sizing/recommended-growth.ts'
import type { NoSize } from '../../../presentation/sizing/size-sentences.ts'
import type { Growth } from './growth-answer.ts'

/** A scenario, its prediction, and the growth that was typed. */
export interface PredictedScenario {
  readonly scenario: Scenario
  readonly prediction: Prediction
  readonly offering: Offering
  /** Null if none was typed. */
  readonly growth: Growth | null
  /** Why no size fits; null if one fits. */
  readonly noSize: NoSize | null
}

/** The recommendation, the sizes from which it was chosen, and the scenario for which it was made. */
export interface Recommended {
  readonly recommendation: WordedRecommendation
  readonly sizes: SmallerSizes
  readonly scenario: Scenario
  /** How long the recommendation holds with the typed growth. Null without growth, or if no size is enough today. */
  readonly grown: WordedGrowth | null
}

/** The recommendation. It needs up to a hundred predictions, and as many again if the load outgrows it. */
export function recommendationFor(predicted: PredictedScenario): Recommended {
  const { scenario, prediction, offering, growth, noSize } = predicted
  const recommended = recommendScenario(scenario, offering)
  const recommendation = wordRecommendation({ scenario, prediction, recommended, noSize, unitName: offering.unitName })
  const grown = growth === null ? null : grownFor(recommended, { scenario, offering, growth })
  return { recommendation, sizes: recommended.smallerSizes, scenario, grown }
}

function grownFor(
  recommended: Recommendation,
  asked: { readonly scenario: Scenario; readonly offering: Offering; readonly growth: Growth },
): WordedGrowth | null {
  const grown = growRecommendation(recommended, asked)
  return grown === null ? null : wordGrowth(grown, asked.growth, asked.offering)
}
