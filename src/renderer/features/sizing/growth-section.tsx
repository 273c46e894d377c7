/**
 * The section about the size that the load needs after its growth.
 */
import { useMemo } from 'react'
import type { Offering } from '../../../contracts/offering.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { DocumentBlocks } from '../../components/document-blocks.tsx'
import { type Growth, growthBlocks } from './growth-answer.ts'

interface GrowthSectionProps {
  readonly scenario: Scenario
  readonly offering: Offering
  readonly growth: Growth
}

/** The section for a typed growth. */
export function GrowthSection({ scenario, offering, growth }: GrowthSectionProps) {
  const blocks = useMemo(() => growthBlocks(scenario, offering, growth), [scenario, offering, growth])
  return (
    <section>
      <h2>After growth</h2>
      <div role="status">
        <DocumentBlocks blocks={blocks} />
      </div>
    </section>
  )
}
