/**
 * The window's page: a rail of views, the scenario on top, one view beneath.
 */
import { useEffect, useState } from 'react'
import type { ModelList } from '../../contracts/ipc-contract.ts'
import type { RuntimeDescription } from '../../contracts/main-channels.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { shell } from '../api.ts'
import { type CompareForm, emptyCompareForm } from '../features/compare/compare-form.ts'
import { type RunsDesk, useRunsDesk } from '../features/runs/use-runs-desk.ts'
import { newScenario } from '../features/sizing/new-scenario.ts'
import type { ScenarioEditor } from '../features/sizing/scenario-editor.ts'
import { readRequestForm } from '../features/validation/request-form.ts'
import { useValidation, type ValidationDesk } from '../features/validation/use-validation.ts'
import { CommandPalette } from './command-palette.tsx'
import { KeysHelp } from './keys-help.tsx'
import { useNotify } from './notices.tsx'
import { pageEntries } from './page-entries.ts'
import { Rail, type ViewName } from './rail.tsx'
import { TopBar } from './top-bar.tsx'
import { undoOrRedo } from './undo-or-redo.ts'
import { type CommandActions, useCommands } from './use-commands.ts'
import { useModels } from './use-models.ts'
import { type ScenarioDesk, useScenario } from './use-scenario.ts'
import { View } from './view.tsx'

/** What the page needs before it can show anything. */
export interface AppProps {
  readonly models: ModelList
  readonly examples: readonly { readonly fileName: string; readonly scenario: Scenario }[]
  readonly initial: ScenarioEditor
}

type OverlayName = 'palette' | 'keys'

/** The whole page, once the workbench answered. */
export function App({ models: firstModels, examples, initial }: AppProps) {
  const { models, ...modelsDesk } = useModels(firstModels)
  const [view, setView] = useState<ViewName>('sizing')
  const desk = useScenario(initial)
  const [compareForm, setCompareForm] = useState<CompareForm>(emptyCompareForm)
  const [shownModel, setShownModel] = useState<string | null>(null)
  const validation = useValidation()
  const runs = useRunsDesk(validation.refreshRuns)
  const runtime = useRuntime()
  const [overlay, setOverlay] = useState<OverlayName | null>(null)
  const platform = runtime?.platform ?? ''
  const edited = view === 'sizing' ? desk : null
  useWorkbenchNotices()
  useUsableMark()
  const actions: CommandActions = {
    'scenario.new': () => desk.replaceWith(newScenario(desk.editor.scenario.deployment.offering), null),
    'scenario.open': () => void desk.openFile(),
    'scenario.save': () => void desk.saveFile(),
    'edit.undo': () => undoOrRedo('undo', edited),
    'edit.redo': () => undoOrRedo('redo', edited),
    'view.sizing': () => setView('sizing'),
    'view.compare': () => setView('compare'),
    'view.validation': () => setView('validation'),
    'view.runs': () => setView('runs'),
    'view.models': () => setView('models'),
    'validation.start': () => startValidation(view, { validation, desk, onGo: setView }),
    'validation.stop': () => void validation.abort(),
    'runs.import': () => void runs.chooseAndImport(desk.editor.scenario),
    'report.export': () => void validation.exportReport(),
    'help.palette': () => setOverlay('palette'),
    'help.keys': () => setOverlay('keys'),
  }
  useCommands(actions)
  return (
    <div className="shell">
      <Rail view={view} isRunLive={validation.run?.isLive ?? false} runtime={runtime} onChange={setView} />
      <TopBar
        desk={desk}
        examples={examples}
        onExample={(fileName) => {
          const example = examples.find((candidate) => candidate.fileName === fileName)
          if (example !== undefined) desk.replaceWith(example.scenario, null)
        }}
      />
      <View
        {...{ view, desk, models, validation, runs, compareForm, shownModel }}
        onDeleteCalibration={modelsDesk.deleteCalibration}
        onRunAgain={(runId) => void runAgain(runId, runs, { validation, desk, onGo: setView })}
        onCalibrate={async (name, runIds) => {
          const made = await runs.calibrate(name, runIds)
          if (made === null) return
          await modelsDesk.refresh()
          setShownModel(made.model)
          setView('models')
        }}
        onCompare={setCompareForm}
        onShowModel={setShownModel}
        onGo={setView}
      />
      {overlay === 'palette' ? (
        <CommandPalette
          entries={pageEntries({
            actions,
            desk,
            platform,
            examples,
            models,
            onGo: setView,
            onShowModel: setShownModel,
          })}
          onClose={() => setOverlay(null)}
        />
      ) : null}
      {overlay === 'keys' ? <KeysHelp platform={platform} onClose={() => setOverlay(null)} /> : null}
    </div>
  )
}

/** Starts what stands in the form; from another view it is shown first, since a run costs time and may cost money. */
function startValidation(view: ViewName, page: Page): void {
  const { validation, desk, onGo } = page
  const reading = readRequestForm(validation.form, desk.editor.scenario)
  if (view !== 'validation') onGo('validation')
  else if (reading.ok && !validation.run?.isLive) void validation.start(reading.request)
}

/** Puts scenario and form of a run on the desk; it begins when it is started. */
async function runAgain(runId: string, runs: RunsDesk, { validation, desk, onGo }: Page): Promise<void> {
  const request = await runs.requestOf(runId)
  if (request === null) return
  desk.replaceWith(request.scenario, null)
  validation.changeForm(request.form)
  validation.close()
  onGo('validation')
}

interface Page {
  readonly validation: ValidationDesk
  readonly desk: ScenarioDesk
  readonly onGo: (view: ViewName) => void
}

function useRuntime(): RuntimeDescription | null {
  const [runtime, setRuntime] = useState<RuntimeDescription | null>(null)
  useEffect(() => void shell.describeRuntime().then(setRuntime), [])
  return runtime
}

/** A workbench that ended unexpectedly is said, also where nothing was asked of it. */
function useWorkbenchNotices(): void {
  const notify = useNotify()
  useEffect(() => shell.onWorkbenchState(({ message }) => notify({ text: message, isProblem: true })), [notify])
}

/** Read by tests/bench: when the window could be used. */
function useUsableMark(): void {
  useEffect(() => {
    performance.mark('headroom:usable')
  }, [])
}
