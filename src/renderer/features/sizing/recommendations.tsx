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
import { OpenQuestions } from './open-questions.tsx'

interface RecommendationsProps {
  readonly prediction: Prediction
  readonly scenario: Scenario
  readonly offering: Offering
}

/** What to buy, what to change, what was assumed. */
export const Recommendations = memo(function Recommendations({ prediction, scenario, offering }: RecommendationsProps) {
  const noSize = useMemo(() => noSizeOf(prediction, scenario, offering), [prediction, scenario, offering])
  const sized = { prediction, unitName: offering.unitName, noSize }
  return (
    <div>
      <section>
        <h2>What follows</h2>
        <DocumentBlocks blocks={[recommendationFacts(sized)]} />
      </section>
      <DocumentSections sections={[...adviceSections(sized), ...cliffSections(prediction)]} />
      <GrowthSection {...{ scenario, offering }} />
      <DocumentSections sections={bandSections(prediction)} />
      <OpenQuestions prediction={prediction} />
    </div>
  )
})
