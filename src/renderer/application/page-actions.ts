/**
 * What the page does for a command, for dropped files, and for buttons that lead from one view to another.
 */
import { type RunRecord, runName } from '../../contracts/run-record.ts'
import type { NarrowingRun } from '../../planning/next-measurement.ts'
import { refreshed } from '../asking/use-answer.ts'
import { focusField } from '../features/sizing/focus-field.ts'
import { modelOf } from '../features/sizing/model-of.ts'
import { newScenario } from '../features/sizing/new-scenario.ts'
import { recommendedAction } from '../features/sizing/recommended-action.ts'
import { readRequestForm, withKnownAgents } from '../features/validation/request-form.ts'
import { undoOrRedo } from './undo-or-redo.ts'
import type { CommandActions } from './use-commands.ts'
import type { Page } from './use-page.ts'

/** The action of each command. */
export function pageActions(page: Page): CommandActions {
  const { view, setView, scenarioState, validation, benchmarks, runs, presenter, setOverlay } = page
  const edited = view === 'sizing' ? scenarioState : null
  return {
    'scenario.new': () => {
      scenarioState.replaceWith(newScenario(scenarioState.editor.scenario.deployment.offering), null)
      setView('sizing')
      setTimeout(() => focusField(firstPlace))
    },
    'scenario.open': () => void scenarioState.openFile(),
    'scenario.save': () => void scenarioState.saveFile(),
    'edit.undo': () => undoOrRedo('undo', edited),
    'edit.redo': () => undoOrRedo('redo', edited),
    'view.sizing': () => setView('sizing'),
    'view.compare': () => setView('compare'),
    'view.validation': () => setView('validation'),
    'view.benchmarks': () => setView('benchmarks'),
    'view.runs': () => setView('runs'),
    'view.models': () => setView('models'),
    'view.agents': () => setView('agents'),
    'view.observe': () => setView('observe'),
    'view.forecast': () => setView('forecast'),
    'view.presenter': presenter.toggle,
    'validation.start': () => startValidation(page),
    'validation.stop': () => void (benchmarks.shown?.isLive ? benchmarks.abort() : validation.abort()),
    'runs.import': () =>
      void runs.chooseFiles({ scenario: scenarioState.editor.scenario }).then((run) => showRun(run, page)),
    'report.export': () => void exportReport(page),
    'answer.apply': () => applyRecommendation(page),
    'answer.use': () => {
      setView('sizing')
      setOverlay('use-answer')
    },
    'help.palette': () => setOverlay('palette'),
    'help.keys': () => setOverlay('keys'),
    'help.tour': () => setOverlay('tour'),
  }
}

/** Place of the field that gets the focus in a new scenario. */
const firstPlace = 'workload.producers[0].peakRecordsPerSec'

/**
 * Opens the sizing view and does what the first button of its headline does: applies the recommended change or sets the
 * recommended size.
 */
function applyRecommendation({ scenarioState, models, setView, notify }: Page): void {
  const { scenario } = scenarioState.editor
  const { offering } = modelOf(scenario.deployment, models.models)
  setView('sizing')
  if (offering === null) return
  const action = recommendedAction(scenario, offering)
  if (action === null) notify({ text: 'There is no change to apply.' })
  else scenarioState.dispatch(action)
}

/** Exports the report of the current view. A view without a report of its own exports that of the shown run. */
function exportReport({ view, sizingReport, benchmarks, validation, observe, forecast }: Page): Promise<void> {
  if (view === 'sizing') return sizingReport.write()
  if (view === 'observe') return observe.exportReport()
  if (view === 'forecast') return forecast.exportReport()
  return view === 'benchmarks' ? benchmarks.exportReport() : validation.exportReport()
}

/** Starts a validation. From another view it only opens the form, because a run may cost time and money. */
function startValidation({ view, setView, validation, scenarioState, agents }: Page): void {
  const reading = readRequestForm(withKnownAgents(validation.form, agents.agents), scenarioState.editor.scenario)
  if (view !== 'validation') setView('validation')
  else if (reading.ok && !validation.run?.isLive) void validation.start(reading.request)
}

/** Shows a run that was added. While a live run is shown, a notice says where to find the added run. */
export function showRun(run: RunRecord | null, { validation, setView, notify }: Page): void {
  if (run === null) return
  if (validation.show(run)) setView('validation')
  else notify({ text: `${runName(run)} is in Runs.` })
}

/**
 * Opens dropped files. Lists and exports become sources in the observe view; other views import them as outputs of
 * tools.
 */
export async function takeDropped(paths: readonly string[], page: Page): Promise<void> {
  const { view, runs, scenarioState, observe } = page
  const rest = view === 'observe' ? await observe.takeFiles(paths) : paths
  if (rest.length > 0) showRun(await runs.takeFiles(rest, { scenario: scenarioState.editor.scenario }), page)
}

/** Prepares the repetition of a run: opens its scenario and fills in the form. The user starts it. */
export async function runAgain(runId: string, { runs, scenarioState, validation, setView }: Page): Promise<void> {
  const request = await runs.requestOf(runId)
  if (request === null) return
  scenarioState.replaceWith(request.scenario, null)
  validation.changeForm(request.form)
  validation.close()
  setView('validation')
}

/** Prepares a run on the user's cluster that narrows the prediction. The user enters the connection and starts it. */
export function measureRun({ scenario, durationMs }: NarrowingRun, { scenarioState, validation, setView }: Page): void {
  scenarioState.replaceWith(scenario, null)
  const noEmbeddedFields = { scale: '', quotaWindow: '', quotaFactor: '' }
  validation.changeForm({ ...noEmbeddedFields, target: 'connection', duration: `${durationMs / 1000} s` })
  validation.close()
  setView('validation')
}

/** Calibrates a model with runs and opens it in the Models view. */
export async function calibrateFrom(
  name: string,
  runIds: readonly string[],
  { runs, setShownModel, setView }: Page,
): Promise<void> {
  const calibration = await runs.calibrate(name, runIds)
  if (calibration === null) return
  runs.changeForm({ calibration: '' })
  await refreshed()
  setShownModel(calibration.model)
  setView('models')
}
