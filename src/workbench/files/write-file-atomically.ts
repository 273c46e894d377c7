/**
 * Writes a file completely or not at all.
 */
import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { makeFolder } from '../../files/make-folder.ts'
import { assertReplaceable } from './assert-writable.ts'
import { fileError } from './file-error.ts'

/**
 * Writes a temporary file in the same folder, syncs it and renames it to the path. Readers see the old or the new file,
 * also if the process is killed meanwhile. Missing folders are made. Nothing but a regular file is replaced.
 *
 * @param mode permissions of the file, reduced by the umask of the process
 * @throws AppError DISK_FULL or FILE_UNWRITABLE; no incomplete file is left.
 */
export async function writeFileAtomically(path: string, data: string | Uint8Array, mode = 0o666): Promise<void> {
  assertReplaceable(path)
  const temporaryPath = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.tmp`)
  try {
    makeFolder(dirname(path))
    const file = await open(temporaryPath, 'wx', mode)
    try {
      await file.writeFile(data)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporaryPath, path)
  } catch (error) {
    await rm(temporaryPath, { force: true }).catch(() => undefined)
    throw fileError(error, 'FILE_UNWRITABLE', path, 'Choose a folder that you may write to.')
  }
}
