/**
 * The observe view: the sources about a running cluster on the left, the answer on the right.
 */
import { useMemo } from 'react'
import type { ModelList } from '../../../contracts/model-list.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import type { SetupStatus } from '../../../contracts/setup-status.ts'
import { useIsPresenting } from '../../application/presenter.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { ErrorInPlace } from '../../components/error-in-place.tsx'
import { SetupPanel } from '../validation/setup-panel.tsx'
import { ClusterSource, ReadingPlan } from './cluster-source.tsx'
import { DeploymentFields } from './deployment-fields.tsx'
import { EarlierObservations } from './earlier-observations.tsx'
import { KeptReadings } from './kept-readings.tsx'
import { ObservationAnswer } from './observation-answer.tsx'
import { readObserveForm } from './observe-form.ts'
import { type ParsedReadingForm, readReadingForm } from './reading-form.ts'
import { ReadingProgressView } from './reading-progress.tsx'
import { SourceFields } from './source-fields.tsx'
import type { ObserveState } from './use-observe-state.ts'

interface ObserveViewProps {
  readonly state: ObserveState
  readonly models: ModelList
  /** Progress of set-up: reading a cluster needs the load generator. */
  readonly setup: SetupStatus | null
  /** Opens the scenario of an observation. */
  readonly onOpen: (scenario: Scenario) => void
  /** Forecasts the scenario of an observation with its growth. */
  readonly onForecast: (scenario: Scenario, observationId: string) => void
}

/** The observe view. */
export function ObserveView({ state, models, setup, onOpen, onForecast }: ObserveViewProps) {
  const isPresenting = useIsPresenting()
  const { form, connectionForm } = state.reading
  const readingForm = useMemo(() => readReadingForm(form, connectionForm), [form, connectionForm])
  return (
    <div className="view">
      <section className="inputs" aria-label="What to observe">
        {isPresenting ? (
          <p className="quiet">Sources and earlier observations are not shown in presenter mode.</p>
        ) : (
          <Sources state={state} readingForm={readingForm} />
        )}
        {form.includesCluster ? <SetupPanel status={setup} /> : null}
        <DeploymentFields
          form={state.deployment}
          sizeProblem={state.sizeProblem}
          offerings={models.offerings}
          onChange={state.changeDeployment}
        />
        <Redaction state={state} />
        {isPresenting ? null : <Kept state={state} />}
      </section>
      <main className="answer" id="answer">
        <h1 className="question">What does the running cluster do, and how full is it?</h1>
        <Shown {...{ state, onOpen, onForecast }} readingForm={isPresenting ? null : readingForm} />
      </main>
    </div>
  )
}

interface ShownProps extends Pick<ObserveViewProps, 'state' | 'onOpen' | 'onForecast'> {
  /** Null in presenter mode, which shows no connection. */
  readonly readingForm: ParsedReadingForm | null
}

/** The live reading; otherwise the open observation; otherwise what the next reading will do. */
function Shown({ state, readingForm, onOpen, onForecast }: ShownProps) {
  const { shown, reading } = state
  if (reading.isLive) return <ReadingProgressView state={reading} />
  if (shown !== null) return <ObservationAnswer {...{ state, shown, onOpen, onForecast }} />
  return (
    <>
      <NothingObserved />
      {reading.form.includesCluster && readingForm !== null ? <ReadingPlan {...readingForm} /> : null}
    </>
  )
}

interface SourcesProps {
  readonly state: ObserveState
  readonly readingForm: ParsedReadingForm
}

/** The sources, and the button that reads them. */
function Sources({ state, readingForm }: SourcesProps) {
  const { reading, isMaking } = state
  const files = readObserveForm(state.form)
  const isBusy = isMaking || reading.isLive
  const start = startOf(state, readingForm)
  return (
    <>
      <ClusterSource state={reading} reading={readingForm} />
      <SourceFields
        form={state.form}
        problems={files.ok ? {} : files.problems}
        onChange={state.changeForm}
        onChoose={() => void state.chooseFiles()}
      />
      <div className="actions">
        <ButtonWithReason
          className="primary"
          disabledBecause={whyNotText(state, start !== null)}
          isPending={isMaking}
          onClick={() => void start?.()}
        >
          {isBusy ? 'Reading…' : startLabel(state)}
        </ButtonWithReason>
      </div>
      {state.error === null ? null : <ErrorInPlace error={state.error} />}
    </>
  )
}

/** What the button does; null if the fields are incomplete or invalid. */
function startOf(state: ObserveState, { request }: ParsedReadingForm): (() => Promise<void>) | null {
  const files = readObserveForm(state.form)
  if (!files.ok) return null
  if (state.reading.form.includesCluster) {
    // The plan of a reading must be visible before it starts, so an open observation is closed first.
    if (state.shown !== null) return async () => state.close()
    return request === null ? null : () => state.read(request)
  }
  const { request: sources } = files
  return sources === null ? null : () => state.make(sources)
}

/** Why the button cannot be pressed; null if it can. */
function whyNotText({ form, reading }: ObserveState, canStart: boolean): string | null {
  if (reading.isLive) return 'a reading is in progress'
  if (canStart) return null
  if (!readObserveForm(form).ok) return 'a field above is invalid'
  return reading.form.includesCluster ? 'needs the connection above' : 'needs a source: a cluster, files or metrics'
}

function startLabel({ shown, reading }: ObserveState): string {
  if (!reading.form.includesCluster) return 'Observe'
  return shown === null ? 'Read the cluster' : 'Show what will be read'
}

function Kept({ state }: Pick<SourcesProps, 'state'>) {
  const use = (readingId: string) => {
    const sources = readObserveForm(state.form, readingId)
    if (sources.ok && sources.request !== null) void state.make(sources.request)
  }
  return (
    <>
      <EarlierObservations shownId={state.shown?.observationId ?? null} onOpen={state.open} />
      <KeptReadings
        readings={state.reading.readings}
        isLocked={state.reading.isLive || state.isMaking}
        onResume={(readingId) => void state.resume(readingId)}
        onUse={use}
      />
    </>
  )
}

function Redaction({ state }: Pick<SourcesProps, 'state'>) {
  return (
    <label className="check">
      <input type="checkbox" checked={state.isRedacted} onChange={(event) => state.setRedacted(event.target.checked)} />
      Replace names of topics, groups, files and hosts
    </label>
  )
}

function NothingObserved() {
  return (
    <>
      <p className="sentence">Start from a running cluster instead of a guess.</p>
      <p className="reason">
        Headroom builds a scenario from a running cluster, lists of topics and exports of metrics. Every field names its
        source, and the answer says how full the cluster is at its observed peak. Open the scenario to compare vendors,
        try other values and validate it.
      </p>
    </>
  )
}
