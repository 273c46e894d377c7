/**
 * Removes a cluster's folder, for the cluster itself and for the watchdog.
 */
import { existsSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Removes a cluster's folder. Then removes its parent, which is the run's folder, if that is empty.
 *
 * @returns true if the cluster's folder no longer exists
 */
export async function removeClusterFolder(path: string): Promise<boolean> {
  try {
    // Retries, because a JVM that has just been killed may still hold files open.
    await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  } catch {
    // Either the disk refused, or a sweep removed the folder at the same time. The return value says which.
  }
  try {
    await rmdir(dirname(path))
  } catch {
    // The run's folder holds other files.
  }
  return !existsSync(path)
}
