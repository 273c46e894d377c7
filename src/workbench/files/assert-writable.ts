/**
 * Checks before long work whether a folder or a file can be written.
 */
import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import { missingFolders } from '../../files/make-folder.ts'
import { errorCodeOf, fileError } from './file-error.ts'

/** Size of the test file. A disk without room for it has no room for a report either. */
const probeBytes = 65_536

/**
 * Checks that a folder can be written to, before work that takes minutes. Writes and deletes a file in the folder or in
 * its nearest existing parent. Makes no folder and leaves no file.
 * @throws AppError FILE_UNWRITABLE or DISK_FULL
 */
export async function assertWritableFolder(path: string): Promise<void> {
  const remedy = 'Choose a folder that you may write to.'
  let probed = resolve(path)
  try {
    const [missing] = missingFolders(path)
    if (missing !== undefined) probed = dirname(missing)
    await writeProbe(join(probed, `.headroom-${randomBytes(6).toString('hex')}.tmp`))
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw fileError(error, 'FILE_UNWRITABLE', `The folder ${path}`, remedy)
    // The probed folder exists but refuses new files with ENOENT, so "it does not exist" would be misleading.
    throw new AppError(
      'FILE_UNWRITABLE',
      `The folder ${path} could not be written: no file can be made in ${probed}.`,
      {
        cause: error,
        remedy,
      },
    )
  }
}

/**
 * Checks that a file can be written, before work that takes minutes. Leaves an existing file as it is.
 * @throws AppError FILE_UNWRITABLE or DISK_FULL
 */
export async function assertWritableFile(path: string): Promise<void> {
  await assertWritableFolder(dirname(path))
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return
  throw new AppError('FILE_UNWRITABLE', `${path} could not be written: it is a folder.`, {
    remedy: 'Give the name of a file.',
  })
}

async function writeProbe(path: string): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(Buffer.alloc(probeBytes))
    await file.sync()
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}
