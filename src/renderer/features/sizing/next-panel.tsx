/**
 * The measurement that would narrow the prediction most, and a button that opens its run.
 */
import { memo, useDeferredValue, useMemo } from 'react'
import type { Offering } from '../../../contracts/offering.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { type NarrowingRun, nextMeasurement } from '../../../planning/next-measurement.ts'
import { nextSection } from '../../../presentation/sizing/next-section.ts'
import { DocumentBlocks } from '../../components/document-blocks.tsx'

/** Opens the validation view with the fields of this run filled in. */
export type OnMeasure = (run: NarrowingRun) => void

interface NextPanelProps {
  readonly scenario: Scenario
  /** The offering of the scenario, with its calibration. */
  readonly offering: Offering
  /** The same offering without the calibration. */
  readonly base: Offering
  readonly onMeasure: OnMeasure
}

/** The panel. It is updated after the main answer: it needs dozens of predictions and must not delay a keystroke. */
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
