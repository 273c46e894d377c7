/**
 * The window's page: a rail of views, the scenario on top, one view beneath.
 */
import { useEffect, useState } from 'react'
import type { ModelList } from '../../contracts/ipc-contract.ts'
import type { MenuCommand, RuntimeDescription } from '../../contracts/main-channels.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { shell } from '../api.ts'
import { type CompareForm, emptyCompareForm } from '../features/compare/compare-form.ts'
import { newScenario } from '../features/sizing/new-scenario.ts'
import type { ScenarioEditor } from '../features/sizing/scenario-editor.ts'
import { useValidation } from '../features/validation/use-validation.ts'
import { useNotify } from './notices.tsx'
import { Rail, type ViewName } from './rail.tsx'
import { TopBar } from './top-bar.tsx'
import { undoOrRedo, useUndoKeys } from './undo-or-redo.ts'
import { useScenario } from './use-scenario.ts'
import { View } from './view.tsx'

/** What the page needs before it can show anything. */
export interface AppProps {
  readonly models: ModelList
  readonly examples: readonly { readonly fileName: string; readonly scenario: Scenario }[]
  readonly initial: ScenarioEditor
}

/** The whole page, once the workbench answered. */
export function App({ models, examples, initial }: AppProps) {
  const [view, setView] = useState<ViewName>('sizing')
  const desk = useScenario(initial)
  const [compareForm, setCompareForm] = useState<CompareForm>(emptyCompareForm)
  const [shownModel, setShownModel] = useState<string | null>(null)
  const validation = useValidation()
  const runtime = useRuntime()
  useUndoKeys(view === 'sizing' ? desk : null)
  useWorkbenchNotices()
  useUsableMark()
  useMenu({
    'scenario.new': () => desk.replaceWith(newScenario(desk.editor.scenario.deployment.offering), null),
    'scenario.open': () => void desk.openFile(),
    'scenario.save': () => void desk.saveFile(),
    'edit.undo': () => undoOrRedo('undo', view === 'sizing' ? desk : null),
    'edit.redo': () => undoOrRedo('redo', view === 'sizing' ? desk : null),
    'view.sizing': () => setView('sizing'),
    'view.compare': () => setView('compare'),
    'view.validation': () => setView('validation'),
    'view.models': () => setView('models'),
    'report.export': () => void validation.exportReport(),
  })
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
        {...{ view, desk, models, validation, compareForm, shownModel }}
        onCompare={setCompareForm}
        onShowModel={setShownModel}
        onGo={setView}
      />
    </div>
  )
}

function useMenu(actions: Readonly<Record<MenuCommand, () => void>>): void {
  useEffect(() => shell.onMenuCommand((command) => actions[command]()))
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
