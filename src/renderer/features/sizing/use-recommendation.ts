import { useDeferredValue, useMemo } from 'react'
import { type PredictedScenario, type Recommended, recommendationFor } from './recommendation-for.ts'

/** The recommendation for a scenario. After a key press the earlier one stays until the new one is computed. */
export function useRecommendation({ scenario, prediction, offering, growth, noSize }: PredictedScenario): Recommended {
  const asked = useMemo(
    () => ({ scenario, prediction, offering, growth, noSize }),
    [scenario, prediction, offering, growth, noSize],
  )
  const settled = useDeferredValue(asked)
  return useMemo(() => recommendationFor(settled), [settled])
}
