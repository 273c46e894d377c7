/**
 * The headline of the answer: the smallest size, the change that makes it smaller, and buttons that apply them.
 */
import { memo } from 'react'
import type { Offering } from '../../../contracts/offering.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import type { WordedRecommendation } from '../../../presentation/sizing/recommendation.ts'
import type { WordedGrowth } from '../../../presentation/sizing/recommended-growth.ts'
import { sizeUnits } from '../../../presentation/sizing/smaller-size-section.ts'
import { appliedAction } from './recommended-action.ts'
import type { EditorAction } from './scenario-editor.ts'

interface RecommendationHeadProps {
  readonly recommendation: WordedRecommendation
  /** How long it holds with the typed growth; null without growth. */
  readonly grown: WordedGrowth | null
  readonly offering: Offering
  /** The size of the scenario. */
  readonly size: number
  readonly dispatch: (action: EditorAction) => void
}

/** A sentence with more characters is shown in smaller type. */
const maxLargeLength = 80

const shortcutTitle = 'Apply the recommendation (Ctrl+Shift+A)'

/** The headline. It is updated after the sentence below it, because it needs up to a hundred predictions. */
export const RecommendationHead = memo(function RecommendationHead(props: RecommendationHeadProps) {
  const { recommendation, grown, offering, dispatch } = props
  const { sentence, reason, change, isChangeSure, size } = recommendation
  const isSizeSet = size === null || size === props.size
  // The button whose effect is certain is the coloured one and comes first. The shortcut does the same as the first button.
  const isApplyFirst = isChangeSure || isSizeSet
  const apply =
    change === null ? null : (
      <button
        key="apply"
        type="button"
        className={isChangeSure ? 'primary' : undefined}
        title={isApplyFirst ? shortcutTitle : undefined}
        onClick={() => dispatch(appliedAction(change))}
      >
        Apply for {sizeUnits(change.smallest, offering)}
      </button>
    )
  const set = isSizeSet ? null : (
    <button
      key="set"
      type="button"
      className={isChangeSure ? undefined : 'primary'}
      title={isApplyFirst ? undefined : shortcutTitle}
      onClick={() => dispatch({ type: 'chosen', place: 'deployment.size', value: size })}
    >
      Set {sizeUnits({ size }, offering)}
    </button>
  )
  return (
    <section aria-label="Recommendation" className="recommendation">
      <p className={sentence.length > maxLargeLength ? 'lead long' : 'lead'}>{withNoBreakSpaces(sentence)}</p>
      <div className="actions">
        <p className="why">{withNoBreakSpaces(reason)}</p>
        {isChangeSure ? [apply, set] : [set, apply]}
      </div>
      {grown === null ? null : <GrownLine {...{ grown, dispatch }} />}
    </section>
  )
})

/** How long the recommendation holds, and a button for what the load needs after its growth. */
function GrownLine({ grown, dispatch }: { readonly grown: WordedGrowth } & Pick<RecommendationHeadProps, 'dispatch'>) {
  const { sentence, change, period } = grown
  return (
    <div className="actions">
      <p className="grown">{withNoBreakSpaces(sentence)}</p>
      {change === null ? null : (
        <button type="button" onClick={() => dispatch(appliedAction(change))}>
          Apply with {period} of growth
        </button>
      )}
    </div>
  )
}
