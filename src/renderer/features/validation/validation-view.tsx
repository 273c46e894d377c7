/**
 * The validation view: the form and earlier runs on the left, the shown run on the right.
 */

import type { ReactNode } from 'react'
import type { KnownAgent } from '../../../contracts/agent.ts'
import type { Outcome } from '../../../contracts/app-error.ts'
import { hasOutputs, type RunAnnotation } from '../../../contracts/run-record.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import type { ValidationPreview, ValidationRequest } from '../../../contracts/validation-request.ts'
import { RunList } from '../runs/run-list.tsx'
import { BeforeRun } from './before-run.tsx'
import { ImportedAnswer } from './imported-answer.tsx'
import type { FieldActions } from './plan-problems.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { RequestFields } from './request-fields.tsx'
import { readRequestForm, withKnownAgents } from './request-form.ts'
import { RunAnswer } from './run-answer.tsx'
import { canBeRetried, measuredNothing, type RunView } from './run-view.ts'
import { SetupPanel } from './setup-panel.tsx'
import { StartButton } from './start-button.tsx'
import { useIsPlaced, usePreview } from './use-preview.ts'
import type { ValidationState } from './use-validation.ts'

interface ValidationViewProps extends FieldActions {
  readonly scenario: Scenario
  /** Says so if fields of the scenario are invalid. */
  readonly staleNote: ReactNode
  readonly state: ValidationState
  /** The agents that the user can choose for a run. */
  readonly agents: readonly KnownAgent[]
  readonly onAllRuns: () => void
  readonly onAnnotate: (runId: string, annotation: RunAnnotation) => void
}

/** The validation view. */
export function ValidationView(props: ValidationViewProps) {
  const { scenario, staleNote, state, agents, onAllRuns, onSet, onShow } = props
  const { run } = state
  const form = withKnownAgents(state.form, agents)
  const isLive = run?.isLive ?? false
  const reading = readRequestForm(form, scenario)
  const request = reading.ok ? reading.request : null
  const { outcome: preview, isCurrent } = usePreview('validation.preview', isLive ? null : request, form.target)
  const isListPlaced = useIsPlaced(!isLive && request !== null && preview === null)
  const shownPreview = isLive ? (run?.preview ?? null) : preview?.ok ? preview.value : null
  return (
    <div className="view">
      <section className="inputs" aria-label="What to run">
        <RequestFields
          form={form}
          problems={reading.ok ? {} : reading.problems}
          {...{ scenario, agents }}
          onChange={state.changeForm}
          isForNextRun={run !== null && !isLive}
        />
        {shownPreview === null ? null : (
          <PreviewPanel preview={shownPreview} isLive={isLive} isPending={!isLive && !isCurrent} />
        )}
        {isLive || run === null ? null : staleNote}
        <StartButton
          {...{ state, request, isLive, isCurrent, preview, onSet, onShow }}
          isPrimary={!hasMainAction(run)}
        />
        <SetupPanel status={state.setup} />
        {isListPlaced ? (
          <RunList
            runs={state.runs}
            shownRunId={run?.runId ?? null}
            isLocked={isLive}
            onOpen={state.open}
            onDelete={state.remove}
            onAll={onAllRuns}
          />
        ) : null}
      </section>
      <main className="answer" id="answer">
        <ShownAnswer {...props} {...{ run, request, preview, shownPreview, isCurrent }} />
      </main>
    </div>
  )
}

/** True if the shown run has a main button of its own: to export its report, or to try again. */
function hasMainAction(run: RunView | null): boolean {
  return run !== null && !run.isLive && (!measuredNothing(run) || canBeRetried(run))
}

interface ShownAnswerProps extends ValidationViewProps {
  /** The shown run; null before one is started or opened. */
  readonly run: RunView | null
  readonly request: ValidationRequest | null
  readonly preview: Outcome<ValidationPreview> | null
  /** The preview of the shown live run, otherwise of the form; null if there is none. */
  readonly shownPreview: ValidationPreview | null
  readonly isCurrent: boolean
}

/** The right side: what is predicted before a run, or the shown run. */
function ShownAnswer(props: ShownAnswerProps) {
  const { scenario, staleNote, state, run, request, preview, shownPreview, isCurrent } = props
  const { onAnnotate, onSet, onShow } = props
  const actions = { isExporting: state.isExporting, onExport: state.exportReport, onClose: state.close }
  if (run === null) {
    const error = preview?.ok === false ? preview.error : null
    return <BeforeRun preview={shownPreview} {...{ error, staleNote, request, onSet, onShow }} />
  }
  if (run.record !== null && hasOutputs(run.record)) {
    const onCompare = () => void state.compareWith(scenario)
    return <ImportedAnswer {...{ run, scenario, onCompare }} {...actions} imported={run.record} />
  }
  return (
    <RunAnswer
      {...{ run, scenario }}
      {...actions}
      onAbort={state.abort}
      onRetry={request === null || preview?.ok !== true || !isCurrent ? null : () => void state.start(request)}
      entry={state.runs.find(({ id }) => id === run.runId) ?? null}
      onAnnotate={(annotation) => void onAnnotate(run.runId, annotation)}
    />
  )
}
