/**
 * Makes folders, and checks before long work whether a folder can be written to.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import { errorCodeOf, fileError } from './file-error.ts'

/**
 * Makes a folder and its missing parents, one by one. Node's `recursive` option is not used, because it never ends in a
 * file system that refuses new folders with ENOENT, such as `/proc`.
 * @throws the error of the file system; instead of ENOENT, an Error that names the folder in which none can be made
 */
export function makeFolder(path: string): void {
  for (const missing of missingFolders(path)) {
    try {
      mkdirSync(missing)
    } catch (error) {
      const reason = errorCodeOf(error)
      // The parent exists, so "it does not exist" would be misleading.
      if (reason === 'ENOENT') throw new Error(`no folder can be made in ${dirname(missing)}`, { cause: error })
      // Another process may have made it meanwhile.
      if (reason !== 'EEXIST') throw error
    }
  }
}

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
  if (statOf(path)?.isDirectory() !== true) return
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

/** Returns the missing folders of a path, the outermost first. @throws ENOTDIR if a part of the path is not a folder */
function missingFolders(path: string): string[] {
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
