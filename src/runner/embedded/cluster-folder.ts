/**
 * Creates the folder that holds all data of one embedded cluster.
 */
import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import { formatBytes } from '../../units/bytes.ts'
import { removeClusterFolder } from './remove-cluster-folder.ts'

/** Required free disk space even for a short run, because segments, indexes and the metadata log take space. */
export const minFreeDiskBytes = 1_000_000_000

/** Path of a run's cluster folder. It is a subfolder, because the run's folder may hold other files. */
export function clusterFolderPath(stateDirectory: string, runId: string): string {
  return join(stateDirectory, runId, 'kafka')
}

/**
 * Creates the folder of a cluster.
 *
 * @param neededDiskBytes free disk space that the run requires
 * @throws AppError DISK_FULL if less is free, FILE_UNWRITABLE if the folder cannot be created
 */
export async function makeClusterFolder(path: string, neededDiskBytes: number): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
    const { bavail, bsize } = await statfs(path)
    const freeBytes = bavail * bsize
    if (freeBytes >= neededDiskBytes) return
    await removeClusterFolder(path)
    throw new AppError(
      'DISK_FULL',
      `The embedded cluster needs ${formatBytes(neededDiskBytes)} of disk, and ${path} has ${formatBytes(freeBytes)} left.`,
      { remedy: 'Free some disk space, shorten the run, or choose a smaller scale.' },
    )
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('FILE_UNWRITABLE', `The folder of the embedded cluster cannot be created: ${path}.`, {
      cause: error,
      remedy: 'Make its parent folder writable, or give another workspace.',
    })
  }
}
