/**
 * The lease of a run: a file that lists what must not outlive it, so that the next host can clean up after one that
 * was killed. Written anew, atomically, before each thing is used.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import type { LeasedProcess, LeaseFile } from '../../contracts/lease.ts'
import { readProcessStartTime } from './process-identity.ts'

export const leaseSuffix = '.lease.json'

/** Stands for the start time of a process on a system that does not tell. */
export const unknownStartTime = 'unknown'

/** The lease that a host holds while its run lasts. */
export class Lease {
  private readonly path: string
  private content: LeaseFile

  /**
   * Takes the lease of a run.
   * @throws AppError FILE_UNWRITABLE
   */
  constructor(stateDirectory: string, runId: string) {
    this.path = leasePath(stateDirectory, runId)
    const startTime = readProcessStartTime(process.pid) ?? unknownStartTime
    this.content = {
      schemaVersion: 1,
      runId,
      createdAtEpochMs: Date.now(),
      host: { pid: process.pid, startTime },
      processes: [],
      directories: [],
      topics: [],
      groups: [],
      cluster: null,
    }
    this.write()
  }

  addProcess({ pid, startTime }: LeasedProcess): void {
    this.change({ processes: [...this.content.processes, { pid, startTime }] })
  }

  addDirectory(path: string): void {
    this.change({ directories: [...this.content.directories, path] })
  }

  /** What is about to be made on a cluster that outlives the run. */
  setClusterNames(
    names: Pick<LeaseFile, 'topics' | 'groups'> & { readonly cluster: NonNullable<LeaseFile['cluster']> },
  ) {
    this.change(names)
  }

  /** What could not be deleted stays in the file for the next host; without any the file goes. */
  release(left: Pick<LeaseFile, 'topics' | 'groups'>): void {
    const isAnythingLeft = this.content.cluster !== null && left.topics.length + left.groups.length > 0
    if (isAnythingLeft) this.change({ processes: [], topics: left.topics, groups: left.groups })
    else rmSync(this.path, { force: true })
  }

  private change(change: Partial<LeaseFile>): void {
    this.content = { ...this.content, ...change }
    this.write()
  }

  private write(): void {
    writeLease(this.path, this.content)
  }
}

/** The file of a run's lease. */
export function leasePath(stateDirectory: string, runId: string): string {
  return join(stateDirectory, `${runId}${leaseSuffix}`)
}

/**
 * Writes a lease whole or not at all.
 * @throws AppError FILE_UNWRITABLE
 */
export function writeLease(path: string, content: LeaseFile): void {
  const unfinished = `${path}.${process.pid}.tmp`
  try {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
    renameSync(unfinished, path)
  } catch (error) {
    removeQuietly(unfinished)
    throw new AppError('FILE_UNWRITABLE', `The lease of the run cannot be written: ${path}.`, {
      cause: error,
      remedy: 'Make its folder writable or free some disk, or give another workspace.',
    })
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // The folder itself is no folder: there is nothing to remove, and the first error tells more.
  }
}
