/**
 * The folder with the window's lock, state and page storage. If it cannot be written, the window uses a temporary folder:
 * without a folder for the lock the app would exit silently, but an open window can say why nothing is kept.
 */
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../files/make-folder.ts'

/** A folder for the window. `remove` deletes it if it is temporary and otherwise does nothing. */
export interface ProfileFolder {
  readonly path: string
  remove(): void
}

/**
 * The folder `wanted` if it can be created and written, otherwise a new folder in the folder `temporary`.
 * @throws Error if the temporary one cannot be created either
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
