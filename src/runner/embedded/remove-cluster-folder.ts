/**
 * Removal of a cluster's folder, for the cluster itself and for the watchdog.
 */
import { existsSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Removes a cluster's folder, and the run's folder above it where nothing else is in there.
 *
 * @returns whether it is gone
 */
export async function removeClusterFolder(path: string): Promise<boolean> {
  try {
    // A JVM that was just ended may still be letting go of its files.
    await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  } catch {
    // The disk refuses, or a sweep is at it at the same moment: the answer says which.
  }
  try {
    await rmdir(dirname(path))
  } catch {
    // Something else of the run's is in the folder above.
  }
  return !existsSync(path)
}
