/**
 * The watchdog: ends what a host left behind when the host itself was killed.
 *
 * A process of its own. Its host writes one resource a line to its stdin and holds the pipe open; the system closes the
 * pipe with the host, however that ended. What still lives then, by id and start time, is ended, and the folders go.
 * After an orderly end nothing of it is left, and the watchdog finds nothing to do.
 */
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { readProcessStartTime } from '../host/process-identity.ts'
import { removeClusterFolder } from './remove-cluster-folder.ts'
import type { WatchedResource } from './watchdog.ts'

const graceMs = 2_000
const pollMs = 50

const resources: WatchedResource[] = []

for await (const line of createInterface({ input: process.stdin })) {
  // Written by `startWatchdog` of the same build alone.
  const resource: WatchedResource = JSON.parse(line)
  resources.push(resource)
}

const processes = resources.filter((resource) => resource.kind === 'process')
signalAll('SIGTERM')
for (let waitedMs = 0; waitedMs < graceMs && processes.some(isAlive); waitedMs += pollMs) await sleep(pollMs)
signalAll('SIGKILL')
for (const resource of resources) if (resource.kind === 'directory') await removeClusterFolder(resource.path)

function signalAll(signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const each of processes) {
    if (!isAlive(each)) continue
    try {
      process.kill(each.pid, signal)
    } catch {
      // It ended between the look and the signal.
    }
  }
}

function isAlive({ pid, startTime }: { readonly pid: number; readonly startTime: string }): boolean {
  return readProcessStartTime(pid) === startTime
}
