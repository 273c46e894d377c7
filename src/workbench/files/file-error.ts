/**
 * Turns errors of the file system into errors for users.
 */
import { AppError, type ErrorCode } from '../../contracts/app-error.ts'

const readings: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  EROFS: 'the file system is read-only',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'too many files are open',
}

/** A failed read or write of `path` as an AppError with `code`; a full disk is always DISK_FULL. */
export function fileError(error: unknown, code: ErrorCode, what: string, remedy: string): AppError {
  const reason = errorCodeOf(error)
  if (reason === 'ENOSPC' || reason === 'EDQUOT') {
    return new AppError('DISK_FULL', `${what} could not be written: the disk is full.`, {
      cause: error,
      remedy: 'Make room on that disk or choose another place, then try again. Nothing half-written was left.',
    })
  }
  const why = readings[reason] ?? (error instanceof Error ? error.message : String(error))
  const verb = code === 'FILE_UNWRITABLE' || code === 'STORE_UNUSABLE' ? 'written' : 'read'
  return new AppError(code, `${what} could not be ${verb}: ${why}.`, { cause: error, remedy })
}

/** The code of a system error, such as `ENOENT`; else an empty text. */
export function errorCodeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const code: unknown = Reflect.get(error, 'code')
  return typeof code === 'string' ? code : ''
}
