/**
 * What a run is given by its session, and the time limits of its phases.
 */
import type { Secrets } from '../../contracts/connection.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { RunShare } from '../../contracts/run-share.ts'
import type { HostMessage } from '../../contracts/runner-protocol.ts'
import type { Target } from '../../contracts/target.ts'
import type { ClientDescription } from '../preflight/client-check.ts'
import type { ClusterCache } from './cluster-cache.ts'

/** The `prepare` message of a run, and what the session provides for it. */
export type RunContext = {
  /** The whole plan, also if this host runs only a share of it. */
  readonly plan: RunPlan
  readonly target: Target
  readonly secrets: Secrets
  /** This host's part of a distributed run. Undefined if this host runs the whole plan. */
  readonly share?: RunShare | undefined
  /** True if an embedded cluster goes into `clusterCache` at the end instead of being stopped. */
  readonly keepsCluster: boolean
  /** May hold a cluster that an earlier run of the session left. */
  readonly clusterCache: ClusterCache
  readonly client: ClientDescription
  /** Folder of leases, probes and the files of embedded clusters. */
  readonly stateDirectory: string
  /** Sends a message to the controller. */
  send(message: HostMessage): void
}

/** Connecting all clients, joining the groups, and the first fetch of each partition. */
export const setUpTimeoutMs = 90_000

/** A start further ahead is refused: its sender probably mixed up units. */
export const maxStartAheadMs = 3_600_000

/** The load starts at least this far ahead, so that every worker has the start time before it comes. */
export const minStartAheadMs = 20

/** After the planned end of the load, workers get this long to send the records that were due before it. */
export const loadTailMs = 150

/** Time between two checks whether a drain is over. */
export const drainPollMs = 50

/** A share drains until `finish`. If that never comes, the drain ends this long after the plan's `drainMs`. */
export const finishGraceMs = 60_000

/**
 * Time that an interrupted preparation gets to stop. Urgent: the controller is lost or a broker is; this host must leave
 * nothing behind within 10 s.
 */
export const preparationEndMs = { urgent: 4_000, normal: 20_000 } as const
/** Time that clients get to report once more and disconnect before they are killed. */
export const closeGraceMs = { urgent: 2_000, normal: 6_000 } as const
