/**
 * Undo and redo. In a text field outside the scenario they apply to its text, everywhere else to the scenario.
 */
import type { ScenarioDesk } from './use-scenario.ts'

/** Undoes or redoes one step. `desk` is null in a view that does not edit the scenario. */
export function undoOrRedo(what: 'undo' | 'redo', desk: Pick<ScenarioDesk, 'dispatch'> | null): void {
  if (desk === null || isInOtherText()) document.execCommand(what)
  else desk.dispatch({ type: what === 'undo' ? 'undone' : 'redone' })
}

/** True if a text field has the focus that is not part of the scenario. */
export function isInOtherText(): boolean {
  const active = document.activeElement
  const isText = active instanceof HTMLTextAreaElement || (active instanceof HTMLInputElement && active.type === 'text')
  return isText && active.dataset.place === undefined
}
