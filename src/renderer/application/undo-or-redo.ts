/**
 * Undo and redo. While a text field has the focus that does not edit the scenario, they apply to its text, otherwise to the
 * scenario.
 */
import type { ScenarioState } from './use-scenario.ts'

/** Undoes or redoes one step. `state` is null in a view that does not edit the scenario; then only texts have steps. */
export function undoOrRedo(what: 'undo' | 'redo', state: Pick<ScenarioState, 'dispatch'> | null): void {
  if (state === null || isInOtherText()) document.execCommand(what)
  else state.dispatch({ type: what === 'undo' ? 'undone' : 'redone' })
}

/** True if a text field has the focus that does not edit the scenario. Fields of the scenario have a `data-place`. */
export function isInOtherText(): boolean {
  const active = document.activeElement
  const isText = active instanceof HTMLTextAreaElement || (active instanceof HTMLInputElement && active.type === 'text')
  return isText && active.dataset.place === undefined
}
