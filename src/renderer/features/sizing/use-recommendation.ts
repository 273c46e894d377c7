import { useDeferredValue, useMemo } from 'react'
import type { Offering } from '../../../contracts/offering.ts'
import type { Prediction } from '../../../contracts/prediction.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { recommendScenario } from '../../../planning/recommended-scenario.ts'
import type { SmallerSizes } from '../../../planning/smaller-size.ts'
import { recommend, type WordedRecommendation } from '../../../presentation/sizing/recommendation.ts'
import { noSizeOf } from '../../../presentation/sizing/size-sentences.ts'

/** The recommendation, the sizes that it was chosen from, and the scenario that both are for. */
export interface Recommended {
  readonly recommendation: WordedRecommendation
  readonly sizes: SmallerSizes
  readonly scenario: Scenario
}

/** The recommendation for a scenario. After a key press the earlier one stays until the new one is computed. */
export function useRecommendation(scenario: Scenario, prediction: Prediction, offering: Offering): Recommended {
  const asked = useMemo(() => ({ scenario, prediction, offering }), [scenario, prediction, offering])
  const settled = useDeferredValue(asked)
  return useMemo(() => {
    const recommended = recommendScenario(settled.scenario, settled.offering)
    const noSize = noSizeOf(settled.prediction, settled.scenario, settled.offering)
    const { unitName } = settled.offering
    const recommendation = recommend({ ...settled, recommended, noSize, unitName })
    return { recommendation, sizes: recommended.smallerSizes, scenario: settled.scenario }
  }, [settled])
}
