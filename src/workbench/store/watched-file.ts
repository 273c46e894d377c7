/**
 * Notices that the file of an open database was moved, replaced or cut. SQLite does not notice it, and would go on writing
 * into a file that no path leads to any more.
 */
import { statSync } from 'node:fs'
import { AppError } from '../../contracts/app-error.ts'
import { errorCodeOf } from '../files/file-error.ts'
import { damagedStore } from './database-errors.ts'

/**
 * Returns a check to make before each write. The check does not open the file, because closing it would release the locks
 * that SQLite has on it in this process.
 *
 * @param isWhole reads the whole database from the disk, and returns false if it is damaged. It is called if the file has
 *   become shorter: either the file was cut, or another program has compacted the database (VACUUM).
 * @returns the check. It throws AppError STORE_UNUSABLE if the file was moved, replaced or cut.
 */
export function watchFile(path: string, isWhole: () => boolean): () => void {
  let known = stateOf(path)
  return () => {
    const found = stateOf(path)
    if (found === null || found.id !== known?.id) throw replacedStore(path)
    if (found.bytes < known.bytes && !isWhole()) throw damagedStore(path)
    known = found
  }
}

/** An id that tells this file from any other, and the file's length; null if there is no file. */
function stateOf(path: string): { readonly id: string; readonly bytes: bigint } | null {
  try {
    const { dev, ino, size } = statSync(path, { bigint: true })
    return { id: `${dev} ${ino}`, bytes: size }
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return null
    throw error
  }
}

function replacedStore(path: string): AppError {
  return new AppError('STORE_UNUSABLE', `The workspace ${path} was moved, deleted or replaced while it was in use.`, {
    remedy:
      'Put the file back with those beside it, or start Headroom again: it then uses the file that has the name now.',
  })
}
