/**
 * The scenario that is edited: opening and saving its file, undo and redo, and its draft, which is stored after every change.
 */
import { type Dispatch, useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { Scenario } from '../../contracts/scenario.ts'
import { shell } from '../api.ts'
import { ask, useAsk } from '../asking/use-answer.ts'
import { writeDraft } from '../features/sizing/draft-text.ts'
import { type HistoryAction, historyOf, reduceHistory } from '../features/sizing/edit-history.ts'
import { editorOf, type ScenarioEditor } from '../features/sizing/scenario-editor.ts'
import { draftKeeper } from './draft-keeper.ts'
import { useNotify } from './notices.tsx'
import { rememberFile } from './recent-files.ts'

/** Delay after a change before the draft is stored. A killed app loses at most this much typing. */
const draftDelayMs = 300

/** The scenario editor and actions on it. */
export interface ScenarioState {
  readonly editor: ScenarioEditor
  readonly dispatch: Dispatch<HistoryAction>
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Opens another scenario in place of the current one. Undo restores the current one. */
  replaceWith(scenario: Scenario, filePath: string | null): void
  openFile(): Promise<void>
  /** Opens a dropped or recent file by its path. */
  openPath(path: string): Promise<void>
  saveFile(): Promise<void>
}

/** The scenario of the window. It starts with `initial`. */
export function useScenario(initial: ScenarioEditor): ScenarioState {
  const [{ present: editor, past, future }, dispatch] = useReducer(reduceHistory, initial, historyOf)
  const notify = useNotify()
  const askOrNotify = useAsk()
  useKeptDraft(editor)
  const latest = useRef(editor)
  latest.current = editor

  const replaceWith = useCallback(
    (scenario: Scenario, filePath: string | null) => {
      const before = latest.current
      dispatch({ type: 'opened', editor: editorOf(scenario, filePath) })
      if (!before.isChanged) return
      notify({
        text: `“${scenario.name}” is open. Your changes to “${before.scenario.name}” were not saved to a file.`,
        action: { label: 'Go back to them', run: () => dispatch({ type: 'opened', editor: before }) },
      })
    },
    [notify],
  )

  const openPath = useCallback(
    async (path: string) => {
      const scenario = await askOrNotify('scenario.read', { path })
      if (scenario === null) return
      replaceWith(scenario, path)
      rememberFile(path)
    },
    [askOrNotify, replaceWith],
  )
  const openFile = useCallback(async () => {
    const path = await shell.chooseScenarioToOpen()
    if (path !== null) await openPath(path)
  }, [openPath])

  const saveFile = useCallback(async () => {
    const { filePath, scenario: saved } = latest.current
    const path = await shell.chooseScenarioToSave({ name: saved.name, path: filePath })
    if (path === null) return
    const { scenario, refused } = latest.current
    if ((await askOrNotify('scenario.write', { path, scenario })) === null) return
    dispatch({ type: 'saved', filePath: path, written: scenario })
    rememberFile(path)
    const left = Object.keys(refused).length
    if (left > 0) notify({ text: `Saved without ${left} invalid field${left === 1 ? '' : 's'}.` })
  }, [askOrNotify, notify])

  return {
    editor,
    dispatch,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    replaceWith,
    openFile,
    openPath,
    saveFile,
  }
}

/** Stores the scenario as a draft `draftDelayMs` after a change, and at once when the page is closed. */
function useKeptDraft(editor: ScenarioEditor): void {
  const notify = useNotify()
  const [keepText] = useState(() => draftKeeper((text) => ask('draft.save', { text }), notify))
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    let isKept = false
    const keep = () => {
      if (isKept) return
      isKept = true
      void keepText(writeDraft(editor))
    }
    const timer = setTimeout(keep, draftDelayMs)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [editor, keepText])
}
