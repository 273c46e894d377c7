/**
 * The lease of a run is a file that lists what must not outlive the run. If the host is killed, the next host removes
 * what the lease lists. The file is replaced atomically before each new process, folder or topic is used.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import type { LeasedProcess, LeaseFile } from '../../contracts/lease.ts'
import { makeStateFolder } from '../admin/make-state-folder.ts'
import type { WatchedResource } from '../embedded/watchdog.ts'
import { readProcessStartTime } from './process-start-time.ts'

/** Ending of the names of lease files. */
export const leaseSuffix = '.lease.json'

/** Stands for the start time on systems that do not report when a process started. */
export const unknownStartTime = 'unknown'

/** The lease that a host holds during its run. */
export class Lease {
  private readonly path: string
  private content: LeaseFile

  /**
   * Writes the lease of a run.
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

  /** Adds a process or a folder of an embedded cluster. */
  addResource(resource: WatchedResource): void {
    if (resource.kind === 'process') this.addProcess({ pid: resource.pid, startTime: resource.startTime })
    else this.addDirectory(resource.path)
  }

  addDirectory(path: string): void {
    this.change({ directories: [...this.content.directories, path] })
  }

  /** Records the topics and groups that are about to be created on a cluster that outlives the run. */
  setClusterNames(
    names: Pick<LeaseFile, 'topics' | 'groups'> & { readonly cluster: NonNullable<LeaseFile['cluster']> },
  ) {
    this.change(names)
  }

  /** Removes the file. If topics or groups are left, keeps it with their names for the next host. */
  release({ topics, groups }: Pick<LeaseFile, 'topics' | 'groups'>): void {
    const isAnythingLeft = this.content.cluster !== null && topics.length + groups.length > 0
    if (isAnythingLeft) this.change({ processes: [], topics, groups })
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

/** Path of a run's lease. */
export function leasePath(stateDirectory: string, runId: string): string {
  return join(stateDirectory, `${runId}${leaseSuffix}`)
}

/**
 * Writes a lease completely or not at all.
 * @throws AppError FILE_UNWRITABLE
 */
export function writeLease(path: string, content: LeaseFile): void {
  const unfinished = `${path}.${process.pid}.tmp`
  try {
    makeStateFolder(dirname(path))
    writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
    renameSync(unfinished, path)
  } catch (error) {
    removeQuietly(unfinished)
    throw new AppError('FILE_UNWRITABLE', `The lease of the run cannot be written: ${path}.`, {
      cause: error,
      remedy: 'Make its folder writable, free some disk space, or give another workspace.',
    })
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // The error of the failed write says more than this one.
  }
}
