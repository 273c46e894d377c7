/**
 * The folder of the window's lock, state and page storage. If it cannot be written, the window uses a temporary folder,
 * so that it can open and say why nothing is kept. Without a folder for the lock, the app would exit silently.
 */
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../files/make-folder.ts'

/** A folder for the window, and a function that removes it at the end if it is temporary. */
export interface ProfileFolder {
  readonly path: string
  remove(): void
}

/**
 * The wanted folder if it can be made and written, otherwise a new one in `temporary`.
 * @throws Error if that cannot be made either
 */
export function profileFolder(wanted: string, temporary: string): ProfileFolder {
  if (isWritable(wanted)) return { path: wanted, remove: () => {} }
  const path = mkdtempSync(join(temporary, 'headroom-window-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

function isWritable(path: string): boolean {
  try {
    makeFolder(path)
    accessSync(path, constants.W_OK | constants.X_OK)
    return true
  } catch {
    // Whatever the reason, the workbench finds it too and reports it to the page.
    return false
  }
}
