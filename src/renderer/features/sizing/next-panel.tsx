/**
 * What to measure next, and one click to the run.
 */
import { memo, useDeferredValue, useMemo } from 'react'
import type { Offering } from '../../../contracts/offering.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { type NarrowingRun, nextMeasurement } from '../../../planning/next-measurement.ts'
import { nextSection } from '../../../presentation/sizing/next-section.ts'
import { DocumentBlocks } from '../../components/document-blocks.tsx'

/** Opens the validation of a run, filled in. */
export type OnMeasure = (run: NarrowingRun) => void

interface NextPanelProps {
  readonly scenario: Scenario
  /** The model of the scenario's deployment, and the same without a calibration. */
  readonly offering: Offering
  readonly base: Offering
  readonly onMeasure: OnMeasure
}

/** The card. It follows the answer: some dozen predictions are made for it, which a keystroke must not wait for. */
export const NextPanel = memo(function NextPanel({ scenario, offering, base, onMeasure }: NextPanelProps) {
  const settled = useDeferredValue(scenario)
  const next = useMemo(() => nextMeasurement(settled, offering, base), [settled, offering, base])
  const { title, blocks } = nextSection(next)
  const [first] = next.runs
  return (
    <section aria-label={title} className="next-panel">
      <h2>{title}</h2>
      <DocumentBlocks blocks={blocks} />
      {first === undefined ? null : (
        <button type="button" onClick={() => onMeasure(first)}>
          Open this run in Validation
        </button>
      )}
    </section>
  )
})
