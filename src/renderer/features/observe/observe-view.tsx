/**
 * The observe view: what is known of a running cluster on the left, what follows from it on the right.
 */
import type { ModelList } from '../../../contracts/model-list.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { useIsPresenting } from '../../application/presenter.ts'
import { ErrorInPlace } from '../../components/error-in-place.tsx'
import { DeploymentFields } from './deployment-fields.tsx'
import { EarlierObservations } from './earlier-observations.tsx'
import { ObservationAnswer } from './observation-answer.tsx'
import { readObserveForm } from './observe-form.ts'
import { SourceFields } from './source-fields.tsx'
import type { ObserveDesk } from './use-observe-desk.ts'

interface ObserveViewProps {
  readonly desk: ObserveDesk
  readonly models: ModelList
  /** Opens the scenario of an observation. */
  readonly onOpen: (scenario: Scenario) => void
}

/** The observe view. */
export function ObserveView({ desk, models, onOpen }: ObserveViewProps) {
  const isPresenting = useIsPresenting()
  const { shown } = desk
  return (
    <div className="view">
      <section className="inputs" aria-label="What to observe">
        {isPresenting ? (
          <p className="quiet">Sources and earlier observations are not shown in presenter mode.</p>
        ) : (
          <Sources desk={desk} />
        )}
        <DeploymentFields
          form={desk.deployment}
          sizeProblem={desk.sizeProblem}
          offerings={models.offerings}
          onChange={desk.changeDeployment}
        />
        <Redaction desk={desk} />
        {isPresenting ? null : <EarlierObservations shownId={shown?.observationId ?? null} onOpen={desk.open} />}
      </section>
      <main className="answer" id="answer">
        <h1 className="question">What does the running cluster do, and how full is it?</h1>
        {shown === null ? <NothingObserved /> : <ObservationAnswer {...{ desk, shown, onOpen }} />}
      </main>
    </div>
  )
}

function Sources({ desk }: { readonly desk: ObserveDesk }) {
  const reading = readObserveForm(desk.form)
  const request = reading.ok ? reading.request : null
  return (
    <>
      <SourceFields
        form={desk.form}
        problems={reading.ok ? {} : reading.problems}
        onChange={desk.changeForm}
        onChoose={() => void desk.chooseFiles()}
      />
      <div className="actions">
        <button
          type="button"
          className="primary"
          disabled={request === null}
          aria-disabled={desk.isMaking}
          onClick={() => (request === null ? undefined : void desk.make(request))}
        >
          {desk.isMaking ? 'Reading…' : 'Observe'}
        </button>
      </div>
      {desk.error === null ? null : <ErrorInPlace error={desk.error} />}
    </>
  )
}

function Redaction({ desk }: { readonly desk: ObserveDesk }) {
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
        Lists of topics and exports of metrics become a scenario in which every field says where it comes from, with how
        full the cluster is at its observed peak. Open it as a scenario to compare vendors, ask what-if, and validate
        it.
      </p>
    </>
  )
}
