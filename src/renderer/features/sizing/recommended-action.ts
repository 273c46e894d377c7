/**
 * The actions of the headline's buttons as one action for the menu and the keyboard.
 */
import { predict } from '../../../capacity/predict.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import type { ChangeToApply } from '../../../presentation/sizing/recommendation.ts'
import { noSizeOf } from '../../../presentation/sizing/size-sentences.ts'
import { recommendationFor } from './recommendation-for.ts'
import type { EditorAction } from './scenario-editor.ts'
import { placeOfPath } from './scenario-path.ts'

/**
 * What the first button of the headline does: the change, or the size if the change is not sure. Null if the scenario has
 * both already, or no size is enough.
 */
export function recommendedAction(scenario: Scenario, offering: Offering): EditorAction | null {
  const prediction = predict(scenario, offering)
  const noSize = noSizeOf(prediction, scenario, offering)
  const { recommendation } = recommendationFor({ scenario, offering, prediction, growth: null, noSize })
  const { change, isChangeSure, size } = recommendation
  const isSizeSet = size === null || size === scenario.deployment.size
  if (change !== null && (isChangeSure || isSizeSet)) return appliedAction(change)
  return isSizeSet ? null : { type: 'chosen', place: 'deployment.size', value: size }
}

/** Applies the changes and the size that is then sufficient, as one undo step. */
export function appliedAction({ changes, smallest }: ChangeToApply): EditorAction {
  const values = changes.map(({ path, value }) => ({ place: placeOfPath(path), value }))
  const size = { place: 'deployment.size', value: smallest.size }
  return { type: 'applied', values: [...values, size], isRecommended: true }
}
