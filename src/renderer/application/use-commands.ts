/**
 * Runs the commands of menu, keys and palette.
 */
import { useEffect, useRef } from 'react'
import { commandOfKey, type MenuCommand } from '../../contracts/commands.ts'
import { shell } from '../api.ts'
import { isInOtherText } from './undo-or-redo.ts'

/** The actions of all commands. */
export type CommandActions = Readonly<Record<MenuCommand, () => void>>

/** Listens to menu and keys. */
export function useCommands(actions: CommandActions): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => shell.onMenuCommand((command) => latest.current[command]()), [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = event.defaultPrevented ? null : commandOfKey(event)
      if (command === null) return
      // Text fields have their own undo.
      if (command.startsWith('edit.') && isInOtherText()) return
      event.preventDefault()
      // An overlay blocks the commands of the page.
      if (document.querySelector('dialog[open]') === null) latest.current[command]()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
