/**
 * Undo and redo as people mean them: of the scenario where its fields are, of the text in any other field.
 */
import { useEffect } from 'react'
import type { ScenarioDesk } from './use-scenario.ts'

type Desk = Pick<ScenarioDesk, 'dispatch'>

/** As the menu asks for it; `desk` is null in a view that does not edit the scenario. */
export function undoOrRedo(what: 'undo' | 'redo', desk: Desk | null): void {
  if (desk === null || isInOtherText()) document.execCommand(what)
  else desk.dispatch({ type: what === 'undo' ? 'undone' : 'redone' })
}

/** As the keys ask for it: a focused field would take back its own last letters, and the menu would never hear of it. */
export function useUndoKeys(desk: Desk | null): void {
  const dispatch = desk?.dispatch
  useEffect(() => {
    if (dispatch === undefined) return
    const onKeyDown = (event: KeyboardEvent) => {
      const what = readUndoKey(event)
      if (what === null || isInOtherText()) return
      event.preventDefault()
      undoOrRedo(what, { dispatch })
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [dispatch])
}

function readUndoKey(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null
  const key = event.key.toLowerCase()
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
  return key === 'y' && !event.shiftKey ? 'redo' : null
}

/** True in a field of text that is not the scenario's. */
function isInOtherText(): boolean {
  const active = document.activeElement
  const isText = active instanceof HTMLTextAreaElement || (active instanceof HTMLInputElement && active.type === 'text')
  return isText && active.dataset.place === undefined
}
