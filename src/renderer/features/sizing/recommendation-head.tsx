/**
 * The headline of the answer: the smallest size, the change that makes it smaller, and buttons that apply them.
 */
import { memo } from 'react'
import type { Offering } from '../../../contracts/offering.ts'
import { together } from '../../../presentation/painters/together.ts'
import type { WordedRecommendation } from '../../../presentation/sizing/recommendation.ts'
import { sizeUnits } from '../../../presentation/sizing/smaller-size-section.ts'
import { appliedAction } from './recommended-action.ts'
import type { EditorAction } from './scenario-editor.ts'

interface RecommendationHeadProps {
  readonly recommendation: WordedRecommendation
  readonly offering: Offering
  /** The size of the scenario. */
  readonly size: number
  readonly dispatch: (action: EditorAction) => void
}

/** The headline. It is updated after the sentence below it, because it needs up to a hundred predictions. */
export const RecommendationHead = memo(function RecommendationHead(props: RecommendationHeadProps) {
  const { recommendation, offering, dispatch } = props
  const { sentence, reason, change, size } = recommendation
  return (
    <section aria-label="Recommendation" className="recommendation">
      <p className="lead">{together(sentence)}</p>
      <div className="actions">
        <p className="why">{together(reason)}</p>
        {change === null ? null : (
          <button
            type="button"
            className="primary"
            title="Apply the recommendation (Ctrl+Shift+A)"
            onClick={() => dispatch(appliedAction(change))}
          >
            Apply for {sizeUnits(change.smallest, offering)}
          </button>
        )}
        {size === null || size === props.size ? null : (
          <button type="button" onClick={() => dispatch({ type: 'chosen', place: 'deployment.size', value: size })}>
            Set {sizeUnits({ size }, offering)}
          </button>
        )}
      </div>
    </section>
  )
})
