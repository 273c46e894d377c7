/**
 * The observe view: the sources about a running cluster on the left, the answer on the right.
 */
import { useMemo } from 'react'
import type { ModelList } from '../../../contracts/model-list.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import type { SetupStatus } from '../../../contracts/setup-status.ts'
import { useIsPresenting } from '../../application/presenter.ts'
import { ErrorInPlace } from '../../components/error-in-place.tsx'
import { SetupPanel } from '../validation/setup-panel.tsx'
import { ClusterSource, ReadingPlan } from './cluster-source.tsx'
import { DeploymentFields } from './deployment-fields.tsx'
import { EarlierObservations } from './earlier-observations.tsx'
import { KeptReadings } from './kept-readings.tsx'
import { ObservationAnswer } from './observation-answer.tsx'
import { readObserveForm } from './observe-form.ts'
import { type ReadReadingForm, readReadingForm } from './reading-form.ts'
import { ReadingProgressView } from './reading-progress.tsx'
import { SourceFields } from './source-fields.tsx'
import type { ObserveDesk } from './use-observe-desk.ts'

interface ObserveViewProps {
  readonly desk: ObserveDesk
  readonly models: ModelList
  /** Progress of set-up: reading a cluster needs the load generator. */
  readonly setup: SetupStatus | null
  /** Opens the scenario of an observation. */
  readonly onOpen: (scenario: Scenario) => void
}

/** The observe view. */
export function ObserveView({ desk, models, setup, onOpen }: ObserveViewProps) {
  const isPresenting = useIsPresenting()
  const { form, connectionForm } = desk.reading
  const read = useMemo(() => readReadingForm(form, connectionForm), [form, connectionForm])
  return (
    <div className="view">
      <section className="inputs" aria-label="What to observe">
        {isPresenting ? (
          <p className="quiet">Sources and earlier observations are not shown in presenter mode.</p>
        ) : (
          <Sources desk={desk} read={read} />
        )}
        {form.includesCluster ? <SetupPanel status={setup} /> : null}
        <DeploymentFields
          form={desk.deployment}
          sizeProblem={desk.sizeProblem}
          offerings={models.offerings}
          onChange={desk.changeDeployment}
        />
        <Redaction desk={desk} />
        {isPresenting ? null : <Kept desk={desk} />}
      </section>
      <main className="answer" id="answer">
        <h1 className="question">What does the running cluster do, and how full is it?</h1>
        <Shown {...{ desk, onOpen }} read={isPresenting ? null : read} />
      </main>
    </div>
  )
}

interface ShownProps extends Pick<ObserveViewProps, 'desk' | 'onOpen'> {
  /** Null in presenter mode, which shows no connection. */
  readonly read: ReadReadingForm | null
}

/** The live reading; otherwise the open observation; otherwise what the next reading will do. */
function Shown({ desk, read, onOpen }: ShownProps) {
  const { shown, reading } = desk
  if (reading.isLive) return <ReadingProgressView desk={reading} />
  if (shown !== null) return <ObservationAnswer {...{ desk, shown, onOpen }} />
  return (
    <>
      <NothingObserved />
      {reading.form.includesCluster && read !== null ? <ReadingPlan {...read} /> : null}
    </>
  )
}

interface SourcesProps {
  readonly desk: ObserveDesk
  readonly read: ReadReadingForm
}

/** The sources, and the button that reads them. */
function Sources({ desk, read }: SourcesProps) {
  const { reading, isMaking } = desk
  const files = readObserveForm(desk.form)
  const isBusy = isMaking || reading.isLive
  const start = startOf(desk, read)
  return (
    <>
      <ClusterSource desk={reading} reading={read} />
      <SourceFields
        form={desk.form}
        problems={files.ok ? {} : files.problems}
        onChange={desk.changeForm}
        onChoose={() => void desk.chooseFiles()}
      />
      <div className="actions">
        <button
          type="button"
          className="primary"
          disabled={start === null || reading.isLive}
          aria-disabled={isBusy}
          onClick={() => (isBusy || start === null ? undefined : void start())}
        >
          {isBusy ? 'Reading…' : startLabel(desk)}
        </button>
      </div>
      {desk.error === null ? null : <ErrorInPlace error={desk.error} />}
    </>
  )
}

/** The action of the button; null if the fields are incomplete. */
function startOf(desk: ObserveDesk, { request }: ReadReadingForm): (() => Promise<void>) | null {
  const files = readObserveForm(desk.form)
  if (!files.ok) return null
  if (desk.reading.form.includesCluster) {
    // The plan of a reading must be visible before it starts, so an open observation is closed first.
    if (desk.shown !== null) return async () => desk.close()
    return request === null ? null : () => desk.read(request)
  }
  const { request: sources } = files
  return sources === null ? null : () => desk.make(sources)
}

function startLabel({ shown, reading }: ObserveDesk): string {
  if (!reading.form.includesCluster) return 'Observe'
  return shown === null ? 'Read the cluster' : 'Show what will be read'
}

function Kept({ desk }: Pick<SourcesProps, 'desk'>) {
  const use = (readingId: string) => {
    const sources = readObserveForm(desk.form, readingId)
    if (sources.ok && sources.request !== null) void desk.make(sources.request)
  }
  return (
    <>
      <EarlierObservations shownId={desk.shown?.observationId ?? null} onOpen={desk.open} />
      <KeptReadings
        readings={desk.reading.readings}
        isLocked={desk.reading.isLive || desk.isMaking}
        onResume={(readingId) => void desk.resume(readingId)}
        onUse={use}
      />
    </>
  )
}

function Redaction({ desk }: Pick<SourcesProps, 'desk'>) {
  return (
    <label className="check">
      <input type="checkbox" checked={desk.isRedacted} onChange={(event) => desk.setRedacted(event.target.checked)} />
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
