import type { PlannedConnections } from '../contracts/run-plan.ts'
import type { Workload } from '../contracts/workload.ts'
import { formatCount } from '../units/count.ts'

/** Largest number of idle connections, and of new ones per second, of one host. Beyond that it runs out of sockets. */
const mostHeld = 5_000
const mostAttemptsPerSec = 500

/** Planned connections, and what differs from the scenario. */
export type PlannedConnectionLoad = {
  readonly planned: PlannedConnections | null
  readonly notes: readonly string[]
}

/**
 * The scenario's connections minus those of the run's own clients, one each. None if the scenario does not set any.
 */
export function planConnections({ connections }: Workload, ownClients: number): PlannedConnectionLoad {
  const { total = 0, attemptsPerSec } = connections
  const wanted = Math.max(0, total - ownClients)
  const planned = { held: Math.min(mostHeld, wanted), attemptsPerSec: Math.min(mostAttemptsPerSec, attemptsPerSec) }
  const notes: string[] = []
  if (planned.held < wanted) {
    notes.push(
      `The run holds ${formatCount(planned.held)} of ${formatCount(wanted)} further connections, the limit of one host.`,
    )
  }
  if (planned.attemptsPerSec < attemptsPerSec) {
    notes.push(
      `The run tries ${formatCount(planned.attemptsPerSec)} of ${formatCount(attemptsPerSec)} new connections per second, the limit of one host.`,
    )
  }
  return { planned: planned.held === 0 && planned.attemptsPerSec === 0 ? null : planned, notes }
}
