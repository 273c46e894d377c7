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

/** The current view; empty while its code is loaded. */
export function View({ page }: { readonly page: Page }) {
  return (
    <Suspense fallback={<main className="view" aria-busy="true" />}>
      <CurrentView page={page} />
    </Suspense>
  )
}

function CurrentView({ page }: { readonly page: Page }) {
  const { view, setView, scenarioState } = page
  const { models } = page.models
  const { scenario } = scenarioState.editor
  const { deployment } = scenario
  const validation = usePresentedValidation(page.validation, page.presenter.isOn)
  const benchmarks = usePresentedBenchmarks(page.benchmarks, page.presenter.isOn)
  const offerings = useMemo(() => offeringsFor(deployment, models), [deployment, models])
  const sizeWith = (chosen: Deployment) => {
    scenarioState.dispatch({ type: 'chosen', place: 'deployment', value: chosen })
    setView('sizing')
  }
  const showField = (place: string) => {
    setView('sizing')
    setTimeout(() => focusField(place))
  }
  const staleNote = (
    <StaleNote places={Object.keys(scenarioState.editor.refused)} where="in Sizing" onShow={showField} />
  )
  switch (view) {
    case 'sizing':
      return (
        <SizingView
          editor={scenarioState.editor}
          models={models}
          dispatch={scenarioState.dispatch}
          choice={page.chart}
          onChoose={page.setChart}
          growth={page.growth}
          report={page.sizingReport}
          onMeasure={(run) => measureRun(run, page)}
          onUse={() => page.setOverlay('use-answer')}
        />
      )
    case 'compare':
      return (
        <CompareView
          {...{ scenario, staleNote, offerings }}
          form={page.compareForm}
          onChange={page.setCompareForm}
          onChoose={sizeWith}
          models={models}
          examples={page.examples}
          onOpen={(chosen) => {
            scenarioState.replaceWith(chosen, null)
            setView('sizing')
          }}
        />
      )
    case 'validation':
      return (
        <ValidationView
          {...{ scenario, staleNote }}
          state={validation}
          agents={page.agents.agents}
          onAllRuns={() => setView('runs')}
          onSet={(place, value) => page.scenarioState.dispatch({ type: 'applied', values: [{ place, value }] })}
          onShow={showField}
          onAnnotate={page.runs.annotate}
        />
      )
    case 'benchmarks':
      return (
        <BenchmarksView
          state={benchmarks}
          setup={validation.setup}
          isRunLive={validation.run?.isLive ?? false}
          offering={deployment.offering}
        />
      )
    case 'runs':
      return (
        <RunsView
          {...{ scenario }}
          runs={validation.runs}
          state={page.runs}
          isLocked={validation.run?.isLive ?? false}
          onOpen={(runId) => {
            void validation.open(runId)
            setView('validation')
          }}
          onAgain={(runId) => void runAgain(runId, page)}
          onDelete={validation.remove}
          onCalibrate={(name, runIds) => void calibrateFrom(name, runIds, page)}
          onValidate={() => setView('validation')}
          onImport={(options) => void page.runs.chooseFiles(options).then((run) => showRun(run, page))}
        />
      )
    case 'models':
      return (
        <ModelsView
          models={models}
          onDeleteCalibration={page.models.deleteCalibration}
          onSaved={(id) => void refreshed().then(() => page.setShownModel(id))}
          shown={page.shownModel ?? deployment.offering}
          onShow={page.setShownModel}
          onChoose={(id, calibration) =>
            sizeWith({
              ...(id === deployment.offering ? deployment : deploymentOn(deployment, id, models.offerings)),
              ...(calibration === undefined ? {} : { calibration }),
            })
          }
        />
      )
    case 'agents':
      return <AgentsView {...{ scenario }} state={page.agents} onValidate={() => setView('validation')} />
    case 'forecast':
      return <ForecastView {...{ scenario, staleNote }} state={page.forecast} />
    case 'observe':
      return (
        <ObserveView
          state={page.observe}
          setup={validation.setup}
          models={models}
          onOpen={(made) => {
            scenarioState.replaceWith(made, null)
            setView('sizing')
          }}
          onForecast={(made, observationId) => {
            scenarioState.replaceWith(made, null)
            page.forecast.changeForm({ observationId, growth: '' })
            setView('forecast')
          }}
        />
      )
  }
}
