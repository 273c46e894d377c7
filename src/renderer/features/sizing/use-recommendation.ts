import { useDeferredValue, useMemo } from 'react'
import type { Offering } from '../../../contracts/offering.ts'
import type { Prediction } from '../../../contracts/prediction.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { type Recommended, recommendationFor } from './recommendation-for.ts'

/** The recommendation for a scenario. After a key press the earlier one stays until the new one is computed. */
export function useRecommendation(scenario: Scenario, prediction: Prediction, offering: Offering): Recommended {
  const asked = useMemo(() => ({ scenario, prediction, offering }), [scenario, prediction, offering])
  const settled = useDeferredValue(asked)
  return useMemo(() => recommendationFor(settled), [settled])
}
