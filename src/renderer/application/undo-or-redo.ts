/**
 * Undo and redo: of the scenario in its fields, of the text in any other field.
 */
import type { ScenarioDesk } from './use-scenario.ts'

/** Called by menu and keys. `desk` is null in a view that does not edit the scenario. */
export function undoOrRedo(what: 'undo' | 'redo', desk: Pick<ScenarioDesk, 'dispatch'> | null): void {
  if (desk === null || isInOtherText()) document.execCommand(what)
  else desk.dispatch({ type: what === 'undo' ? 'undone' : 'redone' })
}

/** True in a text field that does not belong to the scenario. */
export function isInOtherText(): boolean {
  const active = document.activeElement
  const isText = active instanceof HTMLTextAreaElement || (active instanceof HTMLInputElement && active.type === 'text')
  return isText && active.dataset.place === undefined
}
