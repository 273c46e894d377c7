/**
 * A fleet of one host on this machine: a child process that speaks the runner protocol over stdio.
 */
import { runnerProtocolVersion } from '../../contracts/runner-protocol.ts'
import type { Fleet } from './fleet.ts'
import { type HostPlace, startHostProcess } from './host-process.ts'
import { defaultDeadlines, type FleetDeadlines, HostRun } from './host-run.ts'
import { SharedHost } from './shared-host.ts'

/** Creates a fleet that starts one host process per run, or per session. */
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
 * Starts a host to clean up what a killed host left (brokers, topics). Resolves when the started host has exited.
 *
 * @returns false if the host did not respond in time; the next run then cleans up
 */
export async function sweepLeftovers(place: HostPlace, deadlines: FleetDeadlines = defaultDeadlines): Promise<boolean> {
  let hasResponded = false
  const host = startHostProcess(place, (message) => {
    if (message.type !== 'hello') return
    hasResponded = true
    host.disconnect()
  })
  host.send({ type: 'hello', protocolVersion: runnerProtocolVersion })
  const timer = setTimeout(() => host.kill(), deadlines.helloMs + deadlines.exitMs)
  await host.exited
  clearTimeout(timer)
  return hasResponded
}
