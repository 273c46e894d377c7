import { memo, useMemo } from 'react'
import type { Offering } from '../../../contracts/offering.ts'
import type { Prediction } from '../../../contracts/prediction.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import {
  adviceSections,
  bandSections,
  cliffSections,
  recommendationFacts,
} from '../../../presentation/sizing/recommendation-sections.ts'
import { noSizeOf } from '../../../presentation/sizing/size-sentences.ts'
import { DocumentBlocks, DocumentSections } from '../../components/document-blocks.tsx'
import { GrowthSection } from './growth-section.tsx'
import { NextPanel, type OnMeasure } from './next-panel.tsx'
import { OpenQuestions } from './open-questions.tsx'

interface RecommendationsProps {
  readonly prediction: Prediction
  readonly scenario: Scenario
  readonly offering: Offering
  /** The same without a calibration. */
  readonly base: Offering
  readonly onMeasure: OnMeasure
}

/** What to buy, what to change, what was assumed. */
export const Recommendations = memo(function Recommendations(props: RecommendationsProps) {
  const { prediction, scenario, offering } = props
  const noSize = useMemo(() => noSizeOf(prediction, scenario, offering), [prediction, scenario, offering])
  const sized = { prediction, unitName: offering.unitName, noSize }
  // On hosts it is what the answer hangs on; elsewhere it only says why there is nothing to narrow.
  const isWide = prediction.chanceMet != null
  return (
    <div>
      {isWide ? <NextPanel {...props} /> : null}
      <section>
        <h2>What follows</h2>
        <DocumentBlocks blocks={[recommendationFacts(sized)]} />
      </section>
      <DocumentSections sections={[...adviceSections(sized), ...cliffSections(prediction)]} />
      <GrowthSection {...{ scenario, offering }} />
      <DocumentSections sections={bandSections(prediction)} />
      <OpenQuestions prediction={prediction} />
      {isWide ? null : <NextPanel {...props} />}
    </div>
  )
})
