/**
 * Keeps track of the processes and the folder of one embedded Kafka cluster, so that all of them are removed in the end.
 */
import { AppError } from '../../contracts/app-error.ts'
import { readProcessStartTime } from '../host/process-start-time.ts'
import { endChildren, type WatchedChild } from './child-processes.ts'
import type { KafkaProcess } from './kafka-process.ts'
import { removeClusterFolder } from './remove-cluster-folder.ts'
import { startWatchdog, type WatchedResource } from './watchdog.ts'

/**
 * Time for brokers to exit before they are killed. A broker exits within half a second while there is a controller quorum. The
 * last brokers would wait for a quorum in vain; killing them does no harm, because their data is deleted anyway.
 */
const stopGraceMs = 1_500

/** Processes and folder of one cluster. */
export type ClusterKeeper = {
  readonly folderPath: string
  /** Brokers in order of their ids; empty until they are started. */
  readonly brokers: readonly KafkaProcess[]
  add(broker: KafkaProcess): void
  /** Adds another process that is ended together with the brokers. */
  addHelper(helper: WatchedChild): void
  /** Records a process in the lease file, and makes the watchdog watch it. */
  trackProcess(pid: number): void
  /** Ends and forgets all brokers and helpers. @throws AppError RUN_FAILED naming processes that did not end */
  endBrokers(): Promise<void>
  /**
   * Ends all brokers and helpers, removes the folder, and ends the watchdog.
   *
   * @throws AppError RUN_FAILED or FILE_UNWRITABLE naming what could not be removed
   */
  cleanUp(): Promise<void>
}

/** Starts the watchdog. Reports the watchdog and the folder, which does not exist yet, to `onResource`. */
export function keepCluster(folderPath: string, onResource: (resource: WatchedResource) => void): ClusterKeeper {
  const watchdog = startWatchdog()
  let brokers: readonly KafkaProcess[] = []
  let helpers: readonly WatchedChild[] = []
  function track(resource: WatchedResource): void {
    watchdog.watch(resource)
    onResource(resource)
  }
  /** @returns ids of processes that did not end */
  function endAll(): Promise<readonly number[]> {
    return endChildren([...brokers.map((broker) => broker.child), ...helpers], stopGraceMs)
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
      const survivors = await endAll()
      if (survivors.length > 0) throw processesLeft(survivors)
      brokers = []
      helpers = []
    },
    cleanUp: async () => {
      const survivors = await endAll()
      const isRemoved = await removeClusterFolder(folderPath)
      await watchdog.release()
      if (survivors.length > 0) throw processesLeft(survivors)
      if (!isRemoved) throw folderLeft(folderPath)
    },
  }
}

function processesLeft(pids: readonly number[]): AppError {
  return new AppError('RUN_FAILED', `Brokers of the embedded cluster did not end: process ${pids.join(', ')}.`, {
    remedy: `End them yourself: kill -9 ${pids.join(' ')}.`,
  })
}

function folderLeft(folderPath: string): AppError {
  return new AppError('FILE_UNWRITABLE', `The data of the embedded cluster could not be removed: ${folderPath}.`, {
    remedy: 'Delete the folder yourself.',
  })
}
