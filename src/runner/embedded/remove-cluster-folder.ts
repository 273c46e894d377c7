/**
 * Removes a cluster's folder. The cluster and the watchdog use it.
 */
import { existsSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Removes a cluster's folder, and its parent, the run's folder, if that is empty then.
 *
 * @returns true if the folder does not exist any more
 */
export async function removeClusterFolder(path: string): Promise<boolean> {
  try {
    // Retries, because a JVM that has just been killed may still hold files open.
    await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  } catch {
    // The disk refuses, or a sweep removes it at the same time. The return value tells them apart.
  }
  try {
    await rmdir(dirname(path))
  } catch {
    // The run's folder holds other files.
  }
  return !existsSync(path)
}
