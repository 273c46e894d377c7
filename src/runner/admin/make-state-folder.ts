/**
 * Makes the folder in which a runner or an agent keeps its state.
 */
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'

/** Only the owner may read it: leases name clusters, and an agent keeps its token there. */
const ownerOnly = 0o700

/**
 * Makes the folder and its missing parents, one by one. Node's `recursive` option is not used, because it never ends in a
 * file system that refuses new folders with ENOENT, such as `/proc`.
 * @throws AppError FILE_UNWRITABLE
 */
export function makeStateFolder(path: string): void {
  try {
    for (const each of missingFolders(path)) mkdirSync(each, { mode: ownerOnly })
    if (!statSync(path).isDirectory()) throw new Error('it is not a folder')
  } catch (error) {
    throw new AppError('FILE_UNWRITABLE', `The folder ${path} cannot be made.`, {
      cause: error,
      remedy: 'Give a folder that can be written: --state-dir DIR for an agent, --workspace DIR otherwise.',
    })
  }
}

/** The folders of a path that do not exist, the outermost first. */
function missingFolders(path: string): string[] {
  const missing: string[] = []
  for (let each = path; statSync(each, { throwIfNoEntry: false }) === undefined; each = dirname(each)) {
    missing.unshift(each)
    if (dirname(each) === each) break
  }
  return missing
}
