import { Suspense, useMemo } from 'react'
import type { Deployment } from '../../contracts/scenario.ts'
import { refreshed } from '../asking/use-answer.ts'
import { deploymentOn } from '../features/sizing/deployment-on.ts'
import { focusField } from '../features/sizing/focus-field.ts'
import { offeringsFor } from '../features/sizing/model-of.ts'
import { SizingView } from '../features/sizing/sizing-view.tsx'
import { StaleNote } from '../features/sizing/stale-note.tsx'
import {
  AgentsView,
  BenchmarksView,
  CompareView,
  ForecastView,
  ModelsView,
  ObserveView,
  RunsView,
  ValidationView,
} from './later-views.ts'
import { calibrateFrom, measureRun, runAgain, showRun } from './page-actions.ts'
import { usePresentedBenchmarks, usePresentedValidation } from './presenter.ts'
import type { Page } from './use-page.ts'

type Props = { readonly page: Page }

/** The current view; empty while its code is loaded. */
export function View({ page }: Props) {
  return (
    <Suspense fallback={<main className="view" aria-busy="true" />}>
      <CurrentView page={page} />
    </Suspense>
  )
}

function CurrentView({ page }: Props) {
  const { deployment } = page.scenarioState.editor.scenario
  const { models } = page.models
  const validation = usePresentedValidation(page.validation, page.presenter.isOn)
  const benchmarks = usePresentedBenchmarks(page.benchmarks, page.presenter.isOn)
  const offerings = useMemo(() => offeringsFor(deployment, models), [deployment, models])
  switch (page.view) {
    case 'sizing':
      return <Sizing page={page} />
    case 'compare':
      return <Compare {...{ page, offerings }} />
    case 'validation':
      return <Validation {...{ page, validation }} />
    case 'benchmarks':
      return <Benchmarks {...{ page, validation, benchmarks }} />
    case 'runs':
      return <Runs {...{ page, validation }} />
    case 'models':
      return <Models page={page} />
    case 'agents':
      return <Agents page={page} />
    case 'forecast':
      return <Forecast page={page} />
    case 'observe':
      return <Observe {...{ page, setup: validation.setup }} />
  }
}

function Sizing({ page }: Props) {
  const { scenarioState } = page
  return (
    <SizingView
      editor={scenarioState.editor}
      models={page.models.models}
      dispatch={scenarioState.dispatch}
      choice={page.chart}
      onChoose={page.setChart}
      growth={page.growth}
      report={page.sizingReport}
      onMeasure={(run) => measureRun(run, page)}
      onUse={() => page.setOverlay('use-answer')}
    />
  )
}

function Compare({ page, offerings }: Props & { readonly offerings: ReturnType<typeof offeringsFor> }) {
  return (
    <CompareView
      scenario={page.scenarioState.editor.scenario}
      staleNote={<StaleFields page={page} />}
      offerings={offerings}
      form={page.compareForm}
      onChange={page.setCompareForm}
      onChoose={(chosen) => sizeWith(chosen, page)}
      models={page.models.models}
      examples={page.examples}
      onOpen={(chosen) => {
        page.scenarioState.replaceWith(chosen, null)
        page.setView('sizing')
      }}
    />
  )
}

type ValidationProps = Props & { readonly validation: Page['validation'] }

function Validation({ page, validation }: ValidationProps) {
  return (
    <ValidationView
      scenario={page.scenarioState.editor.scenario}
      staleNote={<StaleFields page={page} />}
      state={validation}
      agents={page.agents.agents}
      onAllRuns={() => page.setView('runs')}
      onSet={(place, value) => page.scenarioState.dispatch({ type: 'applied', values: [{ place, value }] })}
      onShow={(place) => showField(place, page)}
      onAnnotate={page.runs.annotate}
    />
  )
}

function Benchmarks({ page, validation, benchmarks }: ValidationProps & { readonly benchmarks: Page['benchmarks'] }) {
  return (
    <BenchmarksView
      state={benchmarks}
      setup={validation.setup}
      isRunLive={validation.run?.isLive ?? false}
      offering={page.scenarioState.editor.scenario.deployment.offering}
    />
  )
}

function Runs({ page, validation }: ValidationProps) {
  return (
    <RunsView
      scenario={page.scenarioState.editor.scenario}
      runs={validation.runs}
      state={page.runs}
      isLocked={validation.run?.isLive ?? false}
      onOpen={(runId) => {
        void validation.open(runId)
        page.setView('validation')
      }}
      onAgain={(runId) => void runAgain(runId, page)}
      onDelete={validation.remove}
      onCalibrate={(name, runIds) => void calibrateFrom(name, runIds, page)}
      onValidate={() => page.setView('validation')}
      onImport={(options) => void page.runs.chooseFiles(options).then((run) => showRun(run, page))}
    />
  )
}

function Models({ page }: Props) {
  const { deployment } = page.scenarioState.editor.scenario
  const { models, deleteCalibration } = page.models
  return (
    <ModelsView
      models={models}
      onDeleteCalibration={deleteCalibration}
      onSaved={(id) => void refreshed().then(() => page.setShownModel(id))}
      shown={page.shownModel ?? deployment.offering}
      onShow={page.setShownModel}
      onChoose={(id, calibration) => {
        const chosen = id === deployment.offering ? deployment : deploymentOn(deployment, id, models.offerings)
        sizeWith({ ...chosen, ...(calibration === undefined ? {} : { calibration }) }, page)
      }}
    />
  )
}

function Agents({ page }: Props) {
  const { scenario } = page.scenarioState.editor
  return <AgentsView {...{ scenario }} state={page.agents} onValidate={() => page.setView('validation')} />
}

function Forecast({ page }: Props) {
  const { scenario } = page.scenarioState.editor
  return <ForecastView {...{ scenario }} staleNote={<StaleFields page={page} />} state={page.forecast} />
}

function Observe({ page, setup }: Props & Pick<Page['validation'], 'setup'>) {
  const { replaceWith } = page.scenarioState
  return (
    <ObserveView
      state={page.observe}
      setup={setup}
      models={page.models.models}
      onOpen={(made) => {
        replaceWith(made, null)
        page.setView('sizing')
      }}
      onForecast={(made, observationId) => {
        replaceWith(made, null)
        page.forecast.chooseObservation(observationId)
        page.setView('forecast')
      }}
    />
  )
}

/** The note that fields of the scenario have refused texts, with the way to them. */
function StaleFields({ page }: Props) {
  const places = Object.keys(page.scenarioState.editor.refused)
  return <StaleNote places={places} where="in Sizing" onShow={(place) => showField(place, page)} />
}

function showField(place: string, { setView }: Page): void {
  setView('sizing')
  setTimeout(() => focusField(place))
}

function sizeWith(deployment: Deployment, { scenarioState, setView }: Page): void {
  scenarioState.dispatch({ type: 'chosen', place: 'deployment', value: deployment })
  setView('sizing')
}
