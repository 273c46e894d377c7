/**
 * Other workloads on the cluster of the open scenario: what all get together, and which part of each limit each takes.
 */
import { createElement, memo, useDeferredValue, useMemo } from 'react'
import { predictionSentences } from '../../../capacity/explain-prediction.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { DocumentSections } from '../../components/document-blocks.tsx'
import { ErrorInPlace } from '../../components/error-in-place.tsx'
import { type MixtureAnswer, mixtureAnswer } from './mixture-answer.ts'
import { type EditorAction, editorOf } from './scenario-editor.ts'
import { type OtherWorkloads, useOtherWorkloads } from './use-other-workloads.ts'

interface MixturePanelProps {
  readonly scenario: Scenario
  readonly offering: Offering
  readonly dispatch: (action: EditorAction) => void
}

/** The panel. It is updated after the main answer, because it makes a few predictions for each workload. */
export const MixturePanel = memo(function MixturePanel({ scenario, offering, dispatch }: MixturePanelProps) {
  const others = useOtherWorkloads()
  const settled = useDeferredValue(scenario)
  const { scenarios } = others
  const answer = useMemo(
    () => (scenarios.length === 0 ? null : mixtureAnswer(settled, scenarios, offering)),
    [settled, scenarios, offering],
  )
  const title = 'Other workloads on this cluster'
  const open = (all: MixtureAnswer) => {
    dispatch({ type: 'opened', editor: editorOf(all.scenario, null) })
    others.removeAll()
  }
  return (
    <section aria-label={title} className="next-panel">
      <h2>{title}</h2>
      <WorkloadList others={others} />
      {answer === null ? null : 'error' in answer ? (
        <ErrorInPlace error={answer.error} />
      ) : (
        <MixtureSections answer={answer} onOpen={() => open(answer)} />
      )}
    </section>
  )
})

function WorkloadList({ others }: { readonly others: OtherWorkloads }) {
  const { scenarios } = others
  return (
    <>
      {scenarios.length === 0 ? (
        <p>None. Add those that share the cluster to see who takes what of each limit, and the size for all.</p>
      ) : (
        // The same scenario may be added twice, so the items have no unique keys.
        createElement('ul', null, ...scenarios.map((each, index) => workloadItem(each, () => others.remove(index))))
      )}
      <button type="button" onClick={() => void others.add()}>
        Add a workload…
      </button>
    </>
  )
}

function workloadItem({ name }: Scenario, onRemove: () => void) {
  return (
    <li>
      {name}{' '}
      <button type="button" className="plain" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </button>
    </li>
  )
}

function MixtureSections({ answer, onOpen }: { readonly answer: MixtureAnswer; readonly onOpen: () => void }) {
  const { sentence, reason } = predictionSentences(answer.prediction)
  return (
    <>
      <p>
        <strong>{withNoBreakSpaces(sentence)}</strong> {withNoBreakSpaces(reason)}
      </p>
      <DocumentSections sections={answer.sections} />
      <button type="button" onClick={onOpen}>
        Open all as one scenario
      </button>
    </>
  )
}
