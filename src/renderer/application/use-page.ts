/**
 * The state of the page. It is kept when the view changes.
 */
import { useEffect, useRef, useState } from 'react'
import type { RuntimeDescription } from '../../contracts/main-channels.ts'
import type { ModelList } from '../../contracts/model-list.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { shell } from '../api.ts'
import { type AgentsState, useAgentsState } from '../features/agents/use-agents-state.ts'
import { type BenchmarksState, useBenchmarks } from '../features/benchmarks/use-benchmarks.ts'
import { type CompareForm, emptyCompareForm } from '../features/compare/compare-form.ts'
import { formWithGrowth } from '../features/forecast/forecast-form.ts'
import { type ForecastState, useForecastState } from '../features/forecast/use-forecast-state.ts'
import { type ObserveState, useObserveState } from '../features/observe/use-observe-state.ts'
import { type RunsState, useRunsState } from '../features/runs/use-runs-state.ts'
import { type ChartChoice, firstChart } from '../features/sizing/answer-charts.tsx'
import type { ScenarioEditor } from '../features/sizing/scenario-editor.ts'
import { type TypedGrowth, useGrowth } from '../features/sizing/use-growth.ts'
import { type SizingReport, useSizingReport } from '../features/sizing/use-sizing-report.ts'
import { useValidation, type ValidationState } from '../features/validation/use-validation.ts'
import { type Notify, useDismissConfirmations, useNotify } from './notices.tsx'
import { type Presenter, usePresenter } from './presenter.ts'
import type { ViewName } from './rail.tsx'
import { type ModelsState, useModels } from './use-models.ts'
import { type ScenarioState, useScenario } from './use-scenario.ts'
import { useSessionState } from './use-session-state.ts'

/** The data that `Boot` loads before it shows the page. */
export interface AppProps {
  readonly models: ModelList
  readonly examples: readonly { readonly fileName: string; readonly scenario: Scenario }[]
  /** The scenario of the draft; without a draft an example or a new scenario. */
  readonly initial: ScenarioEditor
}

/** The dialogs that lie over the views. At most one is open. */
export type OverlayName = 'palette' | 'keys' | 'tour' | 'use-answer'

/** The state of all views, and the user's current choices. */
export interface Page {
  readonly view: ViewName
  setView(view: ViewName): void
  readonly examples: AppProps['examples']
  readonly scenarioState: ScenarioState
  readonly models: ModelsState
  readonly validation: ValidationState
  readonly benchmarks: BenchmarksState
  readonly runs: RunsState
  readonly agents: AgentsState
  readonly observe: ObserveState
  readonly forecast: ForecastState
  readonly chart: ChartChoice
  setChart(chart: ChartChoice): void
  /** The growth that is typed in the sizing view. */
  readonly growth: TypedGrowth
  readonly sizingReport: SizingReport
  readonly compareForm: CompareForm
  setCompareForm(form: CompareForm): void
  /** `id` of the offering that the models view shows; null for the scenario's offering. */
  readonly shownModel: string | null
  setShownModel(id: string): void
  readonly presenter: Presenter
  readonly runtime: RuntimeDescription | null
  readonly overlay: OverlayName | null
  setOverlay(overlay: OverlayName | null): void
  readonly notify: Notify
}

/** The state of the page. */
export function usePage({ models: firstModels, examples, initial }: AppProps): Page {
  const models = useModels(firstModels)
  const [view, setView] = useSessionState<ViewName>('view', 'sizing')
  const scenarioState = useScenario(initial)
  const [chart, setChart] = useState(firstChart)
  const [compareForm, setCompareForm] = useState<CompareForm>(emptyCompareForm)
  const [shownModel, setShownModel] = useState<string | null>(null)
  const validation = useValidation()
  const benchmarks = useBenchmarks()
  const runs = useRunsState(scenarioState.openPath)
  const agents = useAgentsState()
  const observe = useObserveState(models.models.offerings)
  const forecast = useForecastState(scenarioState.editor.scenario, {
    compareForm,
    prices: models.models.prices,
  })
  const growth = useGrowth((typed) => forecast.changeForm(formWithGrowth(typed) ?? {}))
  const sizingReport = useSizingReport(scenarioState.editor.scenario, {
    forecast,
    compareForm,
    prices: models.models.prices,
    hasGrowth: growth.growth !== null,
  })
  const presenter = usePresenter()
  const runtime = useRuntime()
  const notify = useNotify()
  useDismissConfirmationsOnViewChange(view)
  const [overlay, setOverlay] = useState<OverlayName | null>(null)
  return {
    ...{ view, setView, examples, scenarioState, models, validation, benchmarks, runs, agents },
    ...{ compareForm, setCompareForm, chart, setChart, growth, sizingReport, observe, forecast },
    ...{ shownModel, setShownModel, presenter, runtime, overlay, setOverlay, notify },
  }
}

/** Removes confirmations when another view is opened, because they are about the earlier view. */
function useDismissConfirmationsOnViewChange(view: ViewName): void {
  const dismissConfirmations = useDismissConfirmations()
  const earlierView = useRef(view)
  useEffect(() => {
    if (earlierView.current !== view) dismissConfirmations()
    earlierView.current = view
  }, [view, dismissConfirmations])
}

function useRuntime(): RuntimeDescription | null {
  const [runtime, setRuntime] = useState<RuntimeDescription | null>(null)
  useEffect(() => void shell.describeRuntime().then(setRuntime), [])
  return runtime
}
