/**
 * The folder of the window's lock, state and page storage. If it cannot be written, the window uses a temporary folder,
 * so that it can open and say why nothing is kept. Without a folder for the lock, the app would exit silently.
 */
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

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
    for (const each of missingFolders(path)) mkdirSync(each)
    accessSync(path, constants.W_OK | constants.X_OK)
    return true
  } catch {
    // Whatever the reason, the workbench finds it too and reports it to the page.
    return false
  }
}

/** Made one by one: Node's `recursive` never ends in a file system that refuses new folders with ENOENT, such as `/proc`. */
function missingFolders(path: string): string[] {
  return existsSync(path) || dirname(path) === path ? [] : [...missingFolders(dirname(path)), path]
}
