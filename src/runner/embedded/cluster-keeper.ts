/**
 * Keeps what a cluster of real Kafka leaves on a machine together, so that all of it goes.
 */
import { AppError } from '../../contracts/app-error.ts'
import { readProcessStartTime } from '../host/process-identity.ts'
import { endChildren, type WatchedChild } from './child-processes.ts'
import type { KafkaProcess } from './kafka-process.ts'
import { removeClusterFolder } from './remove-cluster-folder.ts'
import { startWatchdog, type WatchedResource } from './watchdog.ts'

/** A broker ends in half a second while its controllers live; the last of them waits in vain, and its data goes anyway. */
const stopGraceMs = 1_500

/** Processes and folder of one cluster. */
export type ClusterKeeper = {
  readonly folderPath: string
  /** Brokers in their order; empty until they are started. */
  readonly brokers: readonly KafkaProcess[]
  add(broker: KafkaProcess): void
  /** A process beside the brokers that ends with them. */
  addHelper(helper: WatchedChild): void
  /** Tells lease file and watchdog of a process. */
  trackProcess(pid: number): void
  /** Ends all brokers and forgets them. */
  endBrokers(): Promise<void>
  /**
   * Ends all brokers, removes the folder, lets the watchdog go.
   *
   * @throws RUN_FAILED or FILE_UNWRITABLE where something is left, naming it
   */
  cleanUp(): Promise<void>
}

/** Starts a watchdog over a folder that does not exist yet, and tells of both. */
export function keepCluster(folderPath: string, onResource: (resource: WatchedResource) => void): ClusterKeeper {
  const watchdog = startWatchdog()
  let brokers: readonly KafkaProcess[] = []
  let helpers: readonly WatchedChild[] = []
  function track(resource: WatchedResource): void {
    watchdog.watch(resource)
    onResource(resource)
  }
  async function endAll(): Promise<readonly number[]> {
    const children = [...brokers.map((broker) => broker.child), ...helpers]
    await endChildren(children, stopGraceMs)
    return children.filter((child) => !child.hasExited()).map((child) => child.pid)
  }
  if (watchdog.resource !== null) onResource(watchdog.resource)
  track({ kind: 'directory', path: folderPath })
  return {
    folderPath,
    get brokers() {
      return brokers
    },
    add: (broker) => {
      brokers = [...brokers, broker]
    },
    addHelper: (helper) => {
      helpers = [...helpers, helper]
    },
    trackProcess: (pid) => {
      const startTime = readProcessStartTime(pid)
      if (startTime !== null) track({ kind: 'process', pid, startTime })
    },
    endBrokers: async () => {
      const left = await endAll()
      if (left.length > 0) throw leftProcesses(left)
      brokers = []
      helpers = []
    },
    cleanUp: async () => {
      const left = await endAll()
      const isRemoved = await removeClusterFolder(folderPath)
      await watchdog.release()
      if (left.length > 0) throw leftProcesses(left)
      if (!isRemoved) throw leftFolder(folderPath)
    },
  }
}

function leftProcesses(pids: readonly number[]): AppError {
  return new AppError('RUN_FAILED', `Brokers of the embedded cluster did not end: process ${pids.join(', ')}.`, {
    remedy: `End them by hand: kill -9 ${pids.join(' ')}.`,
  })
}

function leftFolder(folderPath: string): AppError {
  return new AppError('FILE_UNWRITABLE', `The data of the embedded cluster could not be removed: ${folderPath}.`, {
    remedy: 'Delete the folder by hand.',
  })
}
