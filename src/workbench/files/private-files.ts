/**
 * Makes folders and files that only their owner can read: the workspace has the names of clusters, topics and hosts.
 */
import { chmodSync, closeSync, existsSync, lstatSync, openSync } from 'node:fs'
import { makeFolder } from '../../files/make-folder.ts'

const ownerOnlyFolder = 0o700
/** Permissions of a file that only its owner may read. */
export const ownerOnlyFile = 0o600

/**
 * Makes a folder and its missing parents; the folder itself is private. An existing folder keeps its permissions,
 * because the user may have chosen one with other content.
 * @throws the error of the file system
 */
export function makePrivateFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(path)
  chmodSync(path, ownerOnlyFolder)
}

/**
 * Makes an empty file if there is none. Makes an existing file private, because earlier versions did not. A file of
 * another user keeps its permissions.
 *
 * An existing file is not opened, because closing it would release the locks that SQLite has on it in this process.
 * @throws the error of the file system if the file cannot be made; an Error if it is a symbolic link. In a workspace that
 * somebody else made, such a link could lead writes to any file of the user.
 */
export function makePrivateFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) {
    closeSync(openSync(path, 'a', ownerOnlyFile))
    return
  }
  if (found.isSymbolicLink()) throw new Error('it is a symbolic link')
  try {
    chmodSync(path, ownerOnlyFile)
  } catch {
    // Only the owner may change permissions.
  }
}
