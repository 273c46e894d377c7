/**
 * Turns errors of the database library into errors for users.
 */
import { dirname } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import { refusalOfWrites } from '../files/assert-writable.ts'
import { errorCodeOf } from '../files/file-error.ts'

/** The workspace was written by a version that has more tables. */
export function newerStore(path: string, storedVersion: number, newest: number): AppError {
  return new AppError(
    'STORE_NEWER',
    `The workspace ${path} was written by a newer Headroom (version ${storedVersion} of its tables; this one knows ${newest}).`,
    { remedy: 'Use the newer Headroom, or choose another workspace with --workspace DIR. Nothing was changed.' },
  )
}

/** The file of the workspace is not a whole database. */
export function damagedStore(path: string, cause?: unknown): AppError {
  return new AppError('STORE_UNUSABLE', `The workspace ${path} is damaged: it is not a complete database.`, {
    cause,
    remedy:
      'Move the file away (there may be a backup in the same folder) or choose another workspace with --workspace DIR.',
  })
}

/** The remedy for a workspace that cannot be used. */
export const workspaceRemedy =
  'Check that you may write there, or choose another workspace with --workspace DIR or HEADROOM_WORKSPACE.'

/** Runs `work` and rethrows its errors as AppErrors. */
export function withAppErrors<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof AppError ? error : appErrorOf(error, path)
  }
}

/** Turns an error of the library into an AppError with a remedy. */
export function appErrorOf(error: unknown, path: string): AppError {
  const code = errorCodeOf(error)
  if (code.startsWith('SQLITE_FULL')) {
    return new AppError('DISK_FULL', `The workspace ${path} could not be written: the disk is full.`, {
      cause: error,
      remedy: 'Make room on that disk. What was measured until then is kept.',
    })
  }
  // The library hides why: a full disk is "disk I/O error" (SQLITE_IOERR_SHMSIZE), a read-only one "unable to open database
  // file" (SQLITE_CANTOPEN).
  const refusal = /^SQLITE_(?:IOERR|CANTOPEN)/.test(code)
    ? refusalOfWrites(dirname(path), 'STORE_UNUSABLE', `The workspace ${path}`, workspaceRemedy)
    : null
  if (refusal !== null) return refusal
  if (code === 'SQLITE_IOERR_WRITE') {
    return new AppError('STORE_UNUSABLE', `The workspace ${path} could not be written: its disk refuses writes.`, {
      cause: error,
      remedy: `The disk may have become read-only, be failing, or have no room left for you. ${workspaceRemedy}`,
    })
  }
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT')) {
    return damagedStore(path, error)
  }
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new AppError('STORE_UNUSABLE', `The workspace ${path} is locked by another process.`, {
      cause: error,
      remedy: 'Wait for the other Headroom to finish, then try again.',
    })
  }
  const message = error instanceof Error ? error.message : String(error)
  return new AppError('STORE_UNUSABLE', `The workspace ${path} cannot be used: ${message}.`, {
    cause: error,
    remedy: workspaceRemedy,
  })
}
