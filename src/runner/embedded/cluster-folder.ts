/**
 * The folder that holds all data of an embedded cluster, made for one run and gone after it.
 */
import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import { removeClusterFolder } from './remove-cluster-folder.ts'

/** Disk that a cluster needs at least: segments, indexes and the metadata log of a short run. */
export const smallestFreeDiskBytes = 1_000_000_000

/** Where a run's cluster keeps its data: the run's own folder may hold more than that. */
export function clusterFolderPath(stateDirectory: string, runId: string): string {
  return join(stateDirectory, runId, 'kafka')
}

/**
 * Makes the folder of a cluster.
 *
 * @param neededDiskBytes free disk asked for, before any byte is written
 * @throws DISK_FULL where less is free; FILE_UNWRITABLE where the folder cannot be made
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
      `The embedded cluster needs ${inGigabytes(neededDiskBytes)} of disk, and ${path} has ${inGigabytes(freeBytes)} left.`,
      { remedy: 'Free some disk, shorten the run, or lower its rate with --scale.' },
    )
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('FILE_UNWRITABLE', `The folder of the embedded cluster cannot be made: ${path}.`, {
      cause: error,
      remedy: 'Make the folder above it writable, or give another workspace.',
    })
  }
}

function inGigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}
