/**
 * Makes the folder in which a runner or an agent keeps its state.
 */
import { AppError } from '../../contracts/app-error.ts'
import { makeFolder } from '../../files/make-folder.ts'

/** Only the owner may read it: leases name clusters, and an agent keeps its token there. */
const ownerOnly = 0o700

/**
 * Makes the folder and its missing parents.
 * @throws AppError FILE_UNWRITABLE
 */
export function makeStateFolder(path: string): void {
  try {
    makeFolder(path, ownerOnly)
  } catch (error) {
    throw new AppError('FILE_UNWRITABLE', `The folder ${path} cannot be made.`, {
      cause: error,
      remedy: 'Give a folder that can be written: --state-dir DIR for an agent, --workspace DIR otherwise.',
    })
  }
}
