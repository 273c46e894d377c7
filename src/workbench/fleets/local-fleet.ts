/**
 * A fleet of one host on this machine, as a child process that speaks the runner protocol over stdio.
 */
import { runnerProtocolVersion } from '../../contracts/runner-protocol.ts'
import type { Fleet } from './fleet.ts'
import { type HostPlace, startHostProcess } from './host-process.ts'
import { defaultDeadlines, type FleetDeadlines, HostRun } from './host-run.ts'
import { SharedHost } from './shared-host.ts'

/** Runs plans by a host process a run, or one a session. */
export function createLocalFleet(place: HostPlace, deadlines: FleetDeadlines = defaultDeadlines): Fleet {
  return {
    prepare(order, listener) {
      const shared = new SharedHost((receive) => startHostProcess(place, receive))
      return new HostRun({ source: shared, isLast: true }, order, listener, deadlines)
    },
    openSession() {
      const shared = new SharedHost((receive) => startHostProcess(place, receive))
      return {
        prepare: (order, listener) => new HostRun({ source: shared, isLast: false }, order, listener, deadlines),
        close: () => shared.close(deadlines.exitMs),
      }
    },
  }
}

/**
 * Lets a fresh host sweep what a killed one left (its broker, its topics); resolves when it is gone again.
 *
 * @returns False where it did not answer in time: then the next run sweeps.
 */
export async function sweepLeftovers(place: HostPlace, deadlines: FleetDeadlines = defaultDeadlines): Promise<boolean> {
  let hasAnswered = false
  const host = startHostProcess(place, (message) => {
    if (message.type !== 'hello') return
    hasAnswered = true
    host.disconnect()
  })
  host.send({ type: 'hello', protocolVersion: runnerProtocolVersion })
  const timer = setTimeout(() => host.kill(), deadlines.helloMs + deadlines.exitMs)
  await host.exited
  clearTimeout(timer)
  return hasAnswered
}
