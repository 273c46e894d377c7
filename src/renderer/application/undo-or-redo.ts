/**
 * Undo and redo as people mean them: of the scenario where its fields are, of the text in any other field.
 */
import type { ScenarioDesk } from './use-scenario.ts'

/** As menu and keys ask for it; `desk` is null in a view that does not edit the scenario. */
export function undoOrRedo(what: 'undo' | 'redo', desk: Pick<ScenarioDesk, 'dispatch'> | null): void {
  if (desk === null || isInOtherText()) document.execCommand(what)
  else desk.dispatch({ type: what === 'undo' ? 'undone' : 'redone' })
}

/** True in a field of text that is not the scenario's. */
export function isInOtherText(): boolean {
  const active = document.activeElement
  const isText = active instanceof HTMLTextAreaElement || (active instanceof HTMLInputElement && active.type === 'text')
  return isText && active.dataset.place === undefined
}
