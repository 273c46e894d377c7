/**
 * Entry point of the watchdog: a separate process that removes what a killed host left behind.
 *
 * The host writes its processes and folders to the watchdog's stdin, one per line, and keeps the pipe open. When the
 * host exits for any reason, the system closes the pipe. Then the watchdog ends the processes that still run with
 * the same id and start time, and removes the folders. After an orderly exit of the host, it finds nothing to remove.
 */
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { readProcessStartTime } from '../host/process-start-time.ts'
import { removeClusterFolder } from './remove-cluster-folder.ts'
import type { WatchedResource } from './watchdog.ts'

/** Time for processes to end after SIGTERM, before SIGKILL. */
const graceMs = 2_000
const pollMs = 50

const resources: WatchedResource[] = []

for await (const line of createInterface({ input: process.stdin })) {
  // Lines are not checked, because only `startWatchdog` of the same build writes them.
  const resource: WatchedResource = JSON.parse(line)
  resources.push(resource)
}

const processes = resources.filter((resource) => resource.kind === 'process')
signalAll('SIGTERM')
for (let waitedMs = 0; waitedMs < graceMs && processes.some(isAlive); waitedMs += pollMs) await sleep(pollMs)
signalAll('SIGKILL')
for (const resource of resources) if (resource.kind === 'directory') await removeClusterFolder(resource.path)

function signalAll(signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const watched of processes) {
    if (!isAlive(watched)) continue
    try {
      process.kill(watched.pid, signal)
    } catch {
      // It exited between the check and the signal.
    }
  }
}

function isAlive({ pid, startTime }: { readonly pid: number; readonly startTime: string }): boolean {
  return readProcessStartTime(pid) === startTime
}
