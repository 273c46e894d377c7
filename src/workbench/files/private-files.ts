/**
 * Makes folders and files that only their owner can read: the workspace has the names of clusters, topics and hosts.
 */
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { makeFolder } from './make-folder.ts'

const ownerOnlyFolder = 0o700
const ownerOnlyFile = 0o600

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
 * @throws the error of the file system if the file cannot be made
 */
export function makePrivateFile(path: string): void {
  if (!existsSync(path)) {
    closeSync(openSync(path, 'a', ownerOnlyFile))
    return
  }
  try {
    chmodSync(path, ownerOnlyFile)
  } catch {
    // Only the owner may change permissions.
  }
}
