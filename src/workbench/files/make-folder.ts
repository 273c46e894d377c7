/**
 * Making folders, and finding out early that a place cannot be written to.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import { errorCodeOf, fileError } from './file-error.ts'

/**
 * Makes a folder and those above it that are missing, one by one: Node's own recursion never ends in a file system that
 * takes no folders and says that they do not exist (`/proc`).
 * @throws what the file system says, or an Error that names the folder which takes none
 */
export function makeFolder(path: string): void {
  for (const missing of missingFolders(path)) {
    try {
      mkdirSync(missing)
    } catch (error) {
      const reason = errorCodeOf(error)
      // What is above it is there: that it "does not exist" would be said of the wrong thing.
      if (reason === 'ENOENT') throw new Error(`no folder can be made in ${dirname(missing)}`, { cause: error })
      // Another process may have been faster.
      if (reason !== 'EEXIST') throw error
    }
  }
}

/** A disk that has no room for this has none for a report. */
const probeBytes = 65_536

/**
 * Writes a file into a folder, or into the nearest one above it that is there, and takes it away again: what cannot be
 * written is told before work of minutes is done for it. Makes no folder and leaves nothing.
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
    // Said of the file, by a folder that is there and takes none.
    throw new AppError('FILE_UNWRITABLE', `The folder ${path} could not be written: no file can be made in ${probed}.`, {
      cause: error,
      remedy,
    })
  }
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

/** Folders of a path that are not there yet, the outermost first. @throws ENOTDIR where a part of it is no folder */
function missingFolders(path: string): string[] {
  const missing: string[] = []
  let folder = resolve(path)
  while (statOf(folder) === undefined) {
    missing.unshift(folder)
    // A drive that is not there.
    if (dirname(folder) === folder) return missing
    folder = dirname(folder)
  }
  if (statOf(folder)?.isDirectory() === true) return missing
  throw Object.assign(new Error(`${folder} is not a folder`), { code: 'ENOTDIR' })
}

function statOf(path: string): ReturnType<typeof statSync> {
  return statSync(path, { throwIfNoEntry: false })
}
