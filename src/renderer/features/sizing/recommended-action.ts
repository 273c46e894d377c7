/**
 * What the menu and the keyboard do to apply the recommendation: the same as the first button of the sizing view's headline.
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
 * Applies the recommended change. If the change is not sure (it rests on an assumption or removes partitions), the
 * recommended size is set first. Null if there is nothing to apply, or if no size is enough.
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

/** Applies the changes and the size that is then enough, as one undo step. */
export function appliedAction({ changes, smallest }: ChangeToApply): EditorAction {
  const values = changes.map(({ path, value }) => ({ place: placeOfPath(path), value }))
  const size = { place: 'deployment.size', value: smallest.size }
  return { type: 'applied', values: [...values, size], isRecommended: true }
}
