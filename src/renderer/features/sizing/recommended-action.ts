/**
 * The actions of the headline's buttons as one action for the menu and the keyboard.
 */
import { predict } from '../../../capacity/predict.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import type { ChangeToApply } from '../../../presentation/sizing/recommendation.ts'
import { recommendationFor } from './recommendation-for.ts'
import type { EditorAction } from './scenario-editor.ts'
import { placeOfPath } from './scenario-path.ts'

/**
 * The change of the headline or, without one, its size; null if the scenario has both already, or no size is enough.
 */
export function recommendedAction(scenario: Scenario, offering: Offering): EditorAction | null {
  const { recommendation } = recommendationFor({
    scenario,
    offering,
    prediction: predict(scenario, offering),
    growth: null,
  })
  const { change, size } = recommendation
  if (change !== null) return appliedAction(change)
  if (size === null || size === scenario.deployment.size) return null
  return { type: 'chosen', place: 'deployment.size', value: size }
}

/** Applies the changes and the size that is then sufficient, as one undo step. */
export function appliedAction({ changes, smallest }: ChangeToApply): EditorAction {
  const values = changes.map(({ path, value }) => ({ place: placeOfPath(path), value }))
  const size = { place: 'deployment.size', value: smallest.size }
  return { type: 'applied', values: [...values, size], isRecommended: true }
}
