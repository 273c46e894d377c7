/**
 * The file of a database: private, and complete as soon as it exists.
 */
import { existsSync, linkSync, lstatSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import { errorCodeOf, fileError } from '../files/file-error.ts'
import { makePrivateFile, makePrivateFolder } from '../files/private-files.ts'
import { damagedStore, workspaceRemedy } from './database-errors.ts'

/** Length of the header of every SQLite database. The library takes a shorter file for a new, empty database. */
const headerBytes = 100

/**
 * Makes the file if there is none, with its folder. The file gets its name only when it is complete. So two processes may
 * make it at the same time, and a file that is too short for a database was cut: it is not one that is still being made.
 *
 * @param fill writes the database into the empty file that it is given
 * @throws AppError STORE_UNUSABLE if it cannot be made, or if the existing file was cut; what `fill` throws
 */
export function makeDatabaseFile(path: string, fill: (newPath: string) => void): void {
  withFileErrors(dirname(path), () => {
    makePrivateFolder(dirname(path))
    if (!isThere(path)) {
      makeWhole(path, fill)
      return
    }
    // SQLite creates the files beside it with the same permissions.
    makePrivateFile(path)
    refuseIfCut(path)
  })
}

/**
 * Makes a backup file if there is none. The file gets its name only when it is complete, because an incomplete copy would
 * be taken for a backup.
 *
 * @param fill writes the copy into the empty file that it is given
 * @throws AppError STORE_UNUSABLE if it cannot be made; what `fill` throws
 */
export function makeBackupFile(path: string, fill: (newPath: string) => void): void {
  withFileErrors(dirname(path), () => (isThere(path) ? makePrivateFile(path) : makeWhole(path, fill)))
}

/** True if something has the name, also a link whose target is missing. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** @throws AppError: that of `work`, or STORE_UNUSABLE */
function withFileErrors(workspacePath: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) throw error
    throw fileError(error, 'STORE_UNUSABLE', `The workspace ${workspacePath}`, workspaceRemedy)
  }
}

function makeWhole(path: string, fill: (newPath: string) => void): void {
  const newPath = `${path}.${process.pid}.new`
  try {
    // A killed process that had the same id may have left such a file.
    rmSync(newPath, { force: true })
    makePrivateFile(newPath)
    fill(newPath)
    giveName(newPath, path)
  } finally {
    rmSync(newPath, { force: true })
  }
}

/**
 * Refuses a file that is too short for a database. SQLite would open it as a new and empty one, and the lost content would
 * not be noticed.
 * @throws AppError STORE_UNUSABLE
 */
export function refuseIfCut(path: string): void {
  if (statSync(path).size < headerBytes) throw damagedStore(path)
}

/** Gives the complete file its name. If another process was first, its file stays. */
function giveName(newPath: string, path: string): void {
  try {
    linkSync(newPath, path)
  } catch (error) {
    // Some file systems have no hard links.
    if (errorCodeOf(error) !== 'EEXIST' && !existsSync(path)) renameSync(newPath, path)
  }
}
