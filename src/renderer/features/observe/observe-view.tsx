/**
 * The observe view: what is known of a running cluster on the left, what follows from it on the right.
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
  /** Reading a cluster needs the load generator's runtime. */
  readonly setup: SetupStatus | null
  /** Opens the scenario of an observation. */
  readonly onOpen: (scenario: Scenario) => void
}

/** The observe view. */
export function ObserveView({ desk, models, setup, onOpen }: ObserveViewProps) {
  const isPresenting = useIsPresenting()
  const { form, where } = desk.reading
  const read = useMemo(() => readReadingForm(form, where), [form, where])
  return (
    <div className="view">
      <section className="inputs" aria-label="What to observe">
        {isPresenting ? (
          <p className="quiet">Sources and earlier observations are not shown in presenter mode.</p>
        ) : (
          <Sources desk={desk} read={read} />
        )}
        {form.isWanted ? <SetupPanel status={setup} /> : null}
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

/** The reading that goes on, else the observation, else what the next reading will do. */
function Shown({ desk, read, onOpen }: ShownProps) {
  const { shown, reading } = desk
  if (reading.isLive) return <ReadingProgressView desk={reading} />
  if (shown !== null) return <ObservationAnswer {...{ desk, shown, onOpen }} />
  return (
    <>
      <NothingObserved />
      {reading.form.isWanted && read !== null ? <ReadingPlan {...read} /> : null}
    </>
  )
}

interface SourcesProps {
  readonly desk: ObserveDesk
  readonly read: ReadReadingForm
}

/** All sources, and the button that reads them. */
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

/** What the button does; null if the fields are not complete. */
function startOf(desk: ObserveDesk, { request }: ReadReadingForm): (() => Promise<void>) | null {
  const files = readObserveForm(desk.form)
  if (!files.ok) return null
  if (desk.reading.form.isWanted) {
    // The plan of the reading is shown before it starts, so the earlier observation is closed first.
    if (desk.shown !== null) return async () => desk.close()
    return request === null ? null : () => desk.read(request)
  }
  const { request: sources } = files
  return sources === null ? null : () => desk.make(sources)
}

function startLabel({ shown, reading }: ObserveDesk): string {
  if (!reading.form.isWanted) return 'Observe'
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
      <p className="sentence">Start from a cluster that runs, instead of a guess.</p>
      <p className="reason">
        A running cluster, lists of topics and exports of metrics become a scenario in which every field says where it
        comes from, with how full the cluster is at its observed peak. Open it as a scenario to compare vendors, ask
        what-if, and validate it.
      </p>
    </>
  )
}
