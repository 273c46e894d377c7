/**
 * Notices that the file of an open database is no longer the one that was opened. SQLite does not: it would write on into a
 * file that nobody finds again.
 */
import { statSync } from 'node:fs'
import { AppError } from '../../contracts/app-error.ts'
import { errorCodeOf } from '../files/file-error.ts'
import { damagedStore } from './database-errors.ts'

/**
 * Returns a check to make before each write. The file is not opened for it: to close it would release the locks that
 * SQLite has on it in this process.
 *
 * @param isWhole reads the whole database from the disk. It is called if the file has become shorter: that is damage, or
 *   another program has packed the database (VACUUM)
 * @returns throws AppError STORE_UNUSABLE if the file was moved, replaced or cut
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

/** What tells one file from another, and its length; null if there is none. */
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
