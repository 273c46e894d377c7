/**
 * Runs commands when they are chosen in the menu or their keys are pressed.
 */
import { useEffect, useRef } from 'react'
import { commandOfKey, type MenuCommand } from '../../contracts/commands.ts'
import { shell } from '../api.ts'
import { isInOtherText } from './undo-or-redo.ts'

/** The action of each command. */
export type CommandActions = Readonly<Record<MenuCommand, () => void>>

/** Runs the action of a command when its menu item is chosen or its keys are pressed. */
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
      // An open dialog blocks commands.
      if (document.querySelector('dialog[open]') === null) latest.current[command]()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
