/**
 * What the menu, the keys and the palette ask for, done in the page.
 */
import { useEffect, useRef } from 'react'
import { commandOfKey, type MenuCommand } from '../../contracts/commands.ts'
import { shell } from '../api.ts'
import { isInOtherText } from './undo-or-redo.ts'

/** What each command does. */
export type CommandActions = Readonly<Record<MenuCommand, () => void>>

/** Obeys menu and keys as long as the page lives. */
export function useCommands(actions: CommandActions): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => shell.onMenuCommand((command) => latest.current[command]()), [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = event.defaultPrevented ? null : commandOfKey(event)
      if (command === null) return
      // A field of other text takes back its own letters.
      if (command.startsWith('edit.') && isInOtherText()) return
      event.preventDefault()
      // What lies over the page keeps the page's commands from it.
      if (document.querySelector('dialog[open]') === null) latest.current[command]()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
