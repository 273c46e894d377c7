/**
 * Turns errors of the file system into errors for users.
 */
import { AppError, type ErrorCode } from '../../contracts/app-error.ts'

/** Texts that complete the sentence "… could not be read: ", by code of the system error. */
const reasonTexts: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'it already exists',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  EROFS: 'the file system is read-only',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'it has a symbolic link that cannot be followed',
  EMFILE: 'too many files are open',
  EIO: 'the disk, or what stands in its place, has an error',
  ERR_INVALID_ARG_VALUE: 'its name has a character that no name of a file has',
}

/** Error codes of failed writes. With any other code the message says that something could not be read. */
const writeErrorCodes: readonly ErrorCode[] = ['FILE_UNWRITABLE', 'STORE_UNUSABLE']

/** The reason of an error of the file system, as the end of a sentence; null if the error has no known code. */
export function fileReason(error: unknown): string | null {
  return reasonTexts[errorCodeOf(error)] ?? null
}

/**
 * Turns an error of the file system into an AppError.
 * @param code code of the result, unless the disk or the user's quota is full: then it is DISK_FULL
 * @param what subject of the message, e.g. "The folder /data"
 */
export function fileError(error: unknown, code: ErrorCode, what: string, remedy: string): AppError {
  const systemCode = errorCodeOf(error)
  if (systemCode === 'ENOSPC' || systemCode === 'EDQUOT') {
    return new AppError('DISK_FULL', `${what} could not be written: the disk is full.`, {
      cause: error,
      remedy: 'Make room on that disk or choose another place, then try again.',
    })
  }
  const isWrite = writeErrorCodes.includes(code)
  // Headroom makes missing folders before it writes, so the folder exists and accepts no files, as in `/proc`.
  const written = isWrite && systemCode === 'ENOENT' ? 'no file can be made there' : undefined
  const reason = written ?? fileReason(error) ?? (error instanceof Error ? error.message : String(error))
  const verb = isWrite ? 'written' : 'read'
  return new AppError(code, `${what} could not be ${verb}: ${reason}.`, { cause: error, remedy })
}

/** Returns the code of a system error, such as `ENOENT`. Returns an empty string for any other value. */
export function errorCodeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const code: unknown = Reflect.get(error, 'code')
  return typeof code === 'string' ? code : ''
}
