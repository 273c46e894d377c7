/**
 * Undo and redo of the whole form: the scenario, invalid texts, and rates typed in bytes. Pure.
 */
import { type EditorAction, reduceEditor, type ScenarioEditor } from './scenario-editor.ts'

/** The current state of the editor, and the states to which undo and redo lead. */
export interface EditHistory {
  /** States that undo returns to, oldest first. */
  readonly past: readonly ScenarioEditor[]
  readonly present: ScenarioEditor
  /** States that redo returns to, the next one first. */
  readonly future: readonly ScenarioEditor[]
  /** Place of the field in which the user types, whose changes are one step until the field is left. Null: no such field. */
  readonly openPlace: string | null
}

/** An action on the history. */
export type HistoryAction = EditorAction | { readonly type: 'undone' } | { readonly type: 'redone' }

/** Maximum number of undo steps. States share their unchanged parts, so a step needs little memory. */
export const maxUndoSteps = 200

/** A history with one state and nothing to undo. */
export function historyOf(present: ScenarioEditor): EditHistory {
  return { past: [], present, future: [], openPlace: null }
}

/** The history after an action. */
export function reduceHistory(history: EditHistory, action: HistoryAction): EditHistory {
  switch (action.type) {
    case 'undone':
      return undo(history)
    case 'redone':
      return redo(history)
    case 'settled':
      return { ...history, present: reduceEditor(history.present, action), openPlace: null }
    case 'saved':
      return save(history, action)
    default:
      return step(history, action)
  }
}

function step(history: EditHistory, action: EditorAction): EditHistory {
  const { past, present, openPlace } = history
  const next = reduceEditor(present, action)
  if (next === present) return history
  const place = action.type === 'typed' ? action.place : null
  const isSameStep = place !== null && place === openPlace
  return {
    past: isSameStep ? past : [...past, settled(present)].slice(-maxUndoSteps),
    present: next,
    future: [],
    openPlace: place,
  }
}

function undo({ past, present, future }: EditHistory): EditHistory {
  const before = past.at(-1)
  if (before === undefined) return { past, present: settled(present), future, openPlace: null }
  return { past: past.slice(0, -1), present: before, future: [settled(present), ...future], openPlace: null }
}

function redo({ past, present, future }: EditHistory): EditHistory {
  const [next, ...later] = future
  if (next === undefined) return { past, present: settled(present), future, openPlace: null }
  return { past: [...past, settled(present)], present: next, future: later, openPlace: null }
}

/** After saving, the other states of the same file get its new path and count as changed, because they differ from it. */
function save(history: EditHistory, action: EditorAction & { readonly type: 'saved' }): EditHistory {
  const formerPath = history.present.filePath
  const { filePath } = action
  const withNewPath = (state: ScenarioEditor): ScenarioEditor =>
    state.filePath === formerPath ? { ...state, filePath, isChanged: true } : state
  return {
    past: history.past.map(withNewPath),
    present: reduceEditor(history.present, action),
    future: history.future.map(withNewPath),
    openPlace: history.openPlace,
  }
}

function settled(editor: ScenarioEditor): ScenarioEditor {
  return reduceEditor(editor, { type: 'settled' })
}
