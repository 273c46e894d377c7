/**
 * Makes folders. It is a layer of its own because window, workbench and runner need it and may not import each other.
 */
import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and its missing parents, one by one. Node's `recursive` option is not used, because it never ends in a
 * file system that refuses new folders with ENOENT, such as `/proc`.
 * @param mode permissions of each new folder
 * @throws the error of the file system; instead of ENOENT, an Error that names the folder in which none can be made
 */
export function makeFolder(path: string, mode = 0o777): void {
  for (const missing of missingFolders(path)) {
    try {
      mkdirSync(missing, { mode })
    } catch (error) {
      const reason = codeOf(error)
      // The parent exists, so "it does not exist" would be misleading.
      if (reason === 'ENOENT') throw new Error(`no folder can be made in ${dirname(missing)}`, { cause: error })
      // Another process may have made it meanwhile.
      if (reason !== 'EEXIST') throw error
    }
  }
}

/** Returns the missing folders of a path, the outermost first. @throws ENOTDIR if a part of the path is not a folder */
export function missingFolders(path: string): string[] {
  const missing: string[] = []
  let folder = resolve(path)
  while (statOf(folder) === undefined) {
    missing.unshift(folder)
    // This is the root, so the drive does not exist.
    if (dirname(folder) === folder) return missing
    folder = dirname(folder)
  }
  if (statOf(folder)?.isDirectory() === true) return missing
  throw Object.assign(new Error(`${folder} is not a folder`), { code: 'ENOTDIR' })
}

function statOf(path: string): ReturnType<typeof statSync> {
  return statSync(path, { throwIfNoEntry: false })
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
