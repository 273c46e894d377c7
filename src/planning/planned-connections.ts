/**
 * Plans the idle connections and connection attempts of a run.
 */
import type { PlannedConnections } from '../contracts/run-plan.ts'
import type { Workload } from '../contracts/workload.ts'
import { formatCount } from '../units/count.ts'

/** Upper bounds of idle connections and of attempts per second on one host. With more, it could run out of sockets. */
const maxHeld = 5_000
const maxAttemptsPerSec = 500

/** Planned connections, and notes on how they differ from the scenario. `planned` is null if none are needed. */
export type PlannedConnectionLoad = {
  readonly planned: PlannedConnections | null
  readonly notes: readonly string[]
}

/**
 * Plans the scenario's connections minus one for each of the run's own clients. The scenario may also set none.
 */
export function planConnections({ connections }: Workload, ownClients: number): PlannedConnectionLoad {
  const { total = 0, attemptsPerSec } = connections
  const wanted = Math.max(0, total - ownClients)
  const planned = { held: Math.min(maxHeld, wanted), attemptsPerSec: Math.min(maxAttemptsPerSec, attemptsPerSec) }
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
