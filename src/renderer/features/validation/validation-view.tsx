/**
 * The validation view: the form and earlier runs on the left, the shown run on the right.
 */

import type { ReactNode } from 'react'
import { explainPrediction } from '../../../capacity/explain-prediction.ts'
import type { KnownAgent } from '../../../contracts/agent.ts'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import { burnInWindows, defaultQuotaWindowMs } from '../../../contracts/plan-windows.ts'
import { hasOutputs, type RunAnnotation } from '../../../contracts/run-record.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import type { ValidationPreview, ValidationRequest } from '../../../contracts/validation-request.ts'
import { quotaSentence } from '../../../presentation/run/quota-sentence.ts'
import { calibrationSections } from '../../../presentation/sizing/prediction-sections.ts'
import { useHideHosts } from '../../application/presenter.ts'
import { DocumentSections } from '../../components/document-blocks.tsx'
import { remedyText } from '../../components/remedy-text.ts'
import { RunList } from '../runs/run-list.tsx'
import { ImportedAnswer } from './imported-answer.tsx'
import { PlanProblems } from './plan-problems.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { RequestFields } from './request-fields.tsx'
import { readRequestForm, withKnownAgents } from './request-form.ts'
import { RunAnswer } from './run-answer.tsx'
import { RunCharts } from './run-charts.tsx'
import { PredictedTiles } from './run-tiles.tsx'
import { SetupPanel } from './setup-panel.tsx'
import { useIsPlaced, usePreview } from './use-preview.ts'
import type { ValidationState } from './use-validation.ts'

interface ValidationViewProps {
  readonly scenario: Scenario
  /** Says so if fields of the scenario are invalid. */
  readonly staleNote: ReactNode
  readonly state: ValidationState
  /** The agents that the user can choose for a run. */
  readonly agents: readonly KnownAgent[]
  readonly onAllRuns: () => void
  /** Sets a field of the scenario. */
  readonly onSet: (place: string, value: number) => void
  /** Shows a field of the scenario in the sizing view. */
  readonly onShow: (place: string) => void
  readonly onAnnotate: (runId: string, annotation: RunAnnotation) => void
}

/** The validation view. */
export function ValidationView(props: ValidationViewProps) {
  const { scenario, staleNote, state, agents, onAllRuns, onAnnotate, onSet, onShow } = props
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
        <StartButton {...{ state, request, isLive, isCurrent }} isPossible={preview?.ok === true} />
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
        {run === null ? (
          <BeforeRun
            preview={shownPreview}
            error={preview?.ok === false ? preview.error : null}
            {...{ staleNote, request, onSet, onShow }}
          />
        ) : run.record !== null && hasOutputs(run.record) ? (
          <ImportedAnswer
            {...{ run, scenario }}
            imported={run.record}
            onCompare={() => void state.compareWith(scenario)}
            isExporting={state.isExporting}
            onExport={state.exportReport}
            onClose={state.close}
          />
        ) : (
          <RunAnswer
            {...{ run, scenario }}
            onAbort={state.abort}
            isExporting={state.isExporting}
            onExport={state.exportReport}
            onClose={state.close}
            onRetry={request === null || preview?.ok !== true || !isCurrent ? null : () => void state.start(request)}
            entry={state.runs.find(({ id }) => id === run.runId) ?? null}
            onAnnotate={(annotation) => void onAnnotate(run.runId, annotation)}
          />
        )}
      </main>
    </div>
  )
}

interface StartButtonProps {
  readonly state: ValidationState
  readonly request: ValidationRequest | null
  readonly isLive: boolean
  readonly isPossible: boolean
  /** True if the preview of the current fields is known. A run is not started without it. */
  readonly isCurrent: boolean
}

function StartButton({ state, request, isLive, isPossible, isCurrent }: StartButtonProps) {
  return (
    <div className="actions">
      <button
        type="button"
        className="primary"
        disabled={isLive || request === null || !isPossible}
        aria-disabled={!isLive && !isCurrent}
        onClick={() => (request === null || !isCurrent ? undefined : state.start(request))}
      >
        Start the validation
      </button>
      {request === null && !isLive ? <span className="quiet">needs valid fields above</span> : null}
      {state.setup?.isWorking ? <span className="quiet">starts when set-up is done</span> : null}
    </div>
  )
}

interface BeforeRunProps {
  readonly staleNote: ReactNode
  readonly preview: ValidationPreview | null
  readonly error: AppErrorData | null
  readonly request: ValidationRequest | null
  readonly onSet: ValidationViewProps['onSet']
  readonly onShow: ValidationViewProps['onShow']
}

/** Before a run: the prediction for the chosen target, and charts without measured points. */
function BeforeRun({ staleNote, preview, error, request, onSet, onShow }: BeforeRunProps) {
  const hide = useHideHosts()
  const quotas = preview === null ? '' : quotaSentence(preview.prediction)
  const windowMs = (request?.quotaWindowSeconds ?? defaultQuotaWindowMs / 1000) * 1000
  return (
    <>
      <h1 className="question">Is it true?</h1>
      {staleNote}
      <p className="sentence">{error === null ? 'Not tested yet.' : hide(error.message)}</p>
      <PlanProblems problems={error?.problems ?? []} {...{ onSet, onShow, hide }} />
      {request === null ? <p className="reason">Some fields on the left need a valid value.</p> : null}
      {error?.remedy == null ? null : <p className="reason">{hide(remedyText(error) ?? '')}</p>}
      {preview === null ? null : (
        <>
          <p className="reason">Predicted: {explainPrediction(preview.prediction)}</p>
          {quotas === '' ? null : <p className="reason">{quotas}</p>}
          <DocumentSections sections={calibrationSections(preview.prediction)} />
          <PredictedTiles prediction={preview.prediction} />
          <RunCharts
            prediction={preview.prediction}
            points={[]}
            durationMs={preview.summary.durationMs}
            burnInMs={Math.min(burnInWindows * windowMs, preview.summary.durationMs)}
            result={null}
          />
        </>
      )}
    </>
  )
}
