import { memo } from 'react'
import type { Offering } from '../../../contracts/offering.ts'
import type { Prediction } from '../../../contracts/prediction.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { latencySections } from '../../../presentation/sizing/latency-sections.ts'
import {
  adviceSections,
  bandSections,
  cliffSections,
  recommendationFacts,
} from '../../../presentation/sizing/recommendation-sections.ts'
import type { NoSize } from '../../../presentation/sizing/size-sentences.ts'
import { DocumentBlocks, DocumentSections } from '../../components/document-blocks.tsx'
import type { Growth } from './growth-answer.ts'
import { GrowthSection } from './growth-section.tsx'
import { NextPanel, type OnMeasure } from './next-panel.tsx'
import { OpenQuestions } from './open-questions.tsx'
import type { Recommended } from './recommendation-for.ts'
import type { EditorAction } from './scenario-editor.ts'
import { SmallerSizePanel } from './smaller-size-panel.tsx'

interface ConsequencesProps {
  readonly prediction: Prediction
  readonly scenario: Scenario
  readonly offering: Offering
  /** The offering without its calibration. */
  readonly base: Offering
  readonly onMeasure: OnMeasure
  /** Null if none was typed. */
  readonly growth: Growth | null
  /** Why no size fits; null if one fits. */
  readonly noSize: NoSize | null
}

interface RecommendationsProps extends ConsequencesProps {
  readonly dispatch: (action: EditorAction) => void
  readonly recommended: Recommended
}

/** What to buy, change and measure, and the assumptions of the prediction. */
export function Recommendations({ dispatch, recommended, ...props }: RecommendationsProps) {
  return (
    <div>
      <SmallerSizePanel {...{ recommended, dispatch }} offering={props.offering} />
      <Consequences {...props} />
    </div>
  )
}

/** What follows from the prediction alone. Memoised, so that the recommendation, computed later, does not render it again. */
const Consequences = memo(function Consequences(props: ConsequencesProps) {
  const { prediction, scenario, offering, growth, noSize } = props
  const sized = { prediction, unitName: offering.unitName, noSize }
  // Measuring narrows the prediction of an offering on hosts, so the panel comes first. For others it only says why not.
  const canBeNarrowed = prediction.chanceMet != null
  return (
    <>
      {canBeNarrowed ? <NextPanel {...props} /> : null}
      <section>
        <h2>What follows</h2>
        <DocumentBlocks blocks={[recommendationFacts(sized)]} />
      </section>
      <DocumentSections
        sections={[...adviceSections(sized), ...cliffSections(prediction), ...latencySections(prediction)]}
      />
      {growth === null ? null : <GrowthSection {...{ scenario, offering, growth }} />}
      <DocumentSections sections={bandSections(prediction)} />
      <OpenQuestions prediction={prediction} />
      {canBeNarrowed ? null : <NextPanel {...props} />}
    </>
  )
})
