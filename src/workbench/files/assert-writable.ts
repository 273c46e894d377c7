/**
 * Checks before long work whether a folder or a file can be written.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, lstatSync, openSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { AppError, type ErrorCode } from '../../contracts/app-error.ts'
import { missingFolders } from '../../files/make-folder.ts'
import { errorCodeOf, fileError } from './file-error.ts'

/** Size of the test file. A disk without room for it has no room for a report either. */
const probeBytes = 65_536

/**
 * Checks that a folder can be written to, before work that takes minutes. Makes no folder and leaves no file.
 * @throws AppError FILE_UNWRITABLE or DISK_FULL
 */
export async function assertWritableFolder(path: string): Promise<void> {
  const remedy = 'Choose a folder that you may write to.'
  const refusal = refusalOfWrites(path, 'FILE_UNWRITABLE', `The folder ${path}`, remedy)
  if (refusal !== null) throw refusal
}

/**
 * Writes and deletes a file in a folder or in its nearest existing parent.
 * @param code code of the error, unless the disk is full: then it is DISK_FULL
 * @param what subject of its message
 * @returns why the file system refuses it; null if it does not
 */
export function refusalOfWrites(path: string, code: ErrorCode, what: string, remedy: string): AppError | null {
  let probed = resolve(path)
  try {
    const [missing] = missingFolders(path)
    if (missing !== undefined) probed = dirname(missing)
    writeProbe(join(probed, `.headroom-${randomBytes(6).toString('hex')}.tmp`))
    return null
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') return fileError(error, code, what, remedy)
    // The probed folder exists but refuses new files with ENOENT, so "it does not exist" would be misleading.
    return new AppError(code, `${what} could not be written: no file can be made in ${probed}.`, {
      cause: error,
      remedy,
    })
  }
}

/**
 * Checks that a file can be written, before work that takes minutes. Leaves an existing file as it is.
 * @throws AppError FILE_UNWRITABLE or DISK_FULL
 */
export async function assertWritableFile(path: string): Promise<void> {
  await assertWritableFolder(dirname(path))
  assertReplaceable(path)
}

/**
 * Checks that a path is free or names a regular file. Files are replaced by a rename, and as root that would replace
 * `/dev/null` by a file, for all programs of the machine.
 * @throws AppError FILE_UNWRITABLE
 */
export function assertReplaceable(path: string): void {
  const kind = unreplaceableKind(path)
  if (kind === null) return
  throw new AppError('FILE_UNWRITABLE', `${path} could not be written: it is ${kind}.`, {
    remedy: 'Give the name of a file.',
  })
}

function unreplaceableKind(path: string): string | null {
  try {
    const stats = statSync(path)
    if (stats.isDirectory()) return 'a folder'
    // `/dev/stdout` is a link into /proc, also if the output goes to a regular file.
    const isOpenFile = lstatSync(path).isSymbolicLink() && readlinkSync(path).startsWith('/proc/')
    return stats.isFile() && !isOpenFile ? null : 'a device or a pipe'
  } catch {
    // Nothing is there, or the write will say why it cannot be reached.
    return null
  }
}

function writeProbe(path: string): void {
  const file = openSync(path, 'wx')
  try {
    writeFileSync(file, Buffer.alloc(probeBytes))
    fsyncSync(file)
  } finally {
    closeSync(file)
    rmSync(path, { force: true })
  }
}
