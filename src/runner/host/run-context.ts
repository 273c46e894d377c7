/**
 * The input of a run, and the time limits of its phases.
 */
import type { Secrets } from '../../contracts/connection.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { RunShare } from '../../contracts/run-share.ts'
import type { HostMessage } from '../../contracts/runner-protocol.ts'
import type { Target } from '../../contracts/target.ts'
import type { ClientDescription } from '../preflight/client-check.ts'
import type { ClusterCache } from './cluster-cache.ts'

/** Input of a run. It has the content of the controller's `prepare` message and what the session adds. */
export type RunContext = {
  /** The whole plan, even if this host runs only a share of it. */
  readonly plan: RunPlan
  readonly target: Target
  readonly secrets: Secrets
  /** This host's part of a distributed run. Undefined if this host runs the whole plan. */
  readonly share?: RunShare | undefined
  /** True to put an embedded cluster into `clusterCache` at the end, false to stop it. */
  readonly keepsCluster: boolean
  /** May hold a running cluster of an earlier run in the same session. */
  readonly clusterCache: ClusterCache
  readonly client: ClientDescription
  /** Folder of leases, probes and the files of embedded clusters. */
  readonly stateDirectory: string
  /** Sends a message to the controller. */
  send(message: HostMessage): void
}

/**
 * Time limit of the set-up: all clients connect, members join their groups, and each partition is fetched from once.
 */
export const setUpTimeoutMs = 90_000

/** A start that is further ahead is refused, because its sender probably confused units. */
export const maxStartAheadMs = 3_600_000

/** The load starts at least this far ahead, so that every worker receives the start time before it is reached. */
export const minStartAheadMs = 20

/**
 * Time from the planned end of the load until it is stopped. This concerns connection attempts and Kafka's own tools. Producers
 * on node-rdkafka end on their own when they have sent the records that were due, even if a busy machine delays that.
 */
export const loadTailMs = 500

/** Interval between two checks whether a drain is over. */
export const drainPollMs = 50

/**
 * A share of a distributed run drains until the controller sends `finish`. Without that message, the drain ends this
 * long after the plan's `drainMs`.
 */
export const finishGraceMs = 60_000

/**
 * Time limit for an interrupted preparation to stop. The urgent limit applies if the controller or a broker is lost,
 * because this host must then have removed everything within 10 s.
 */
export const preparationTimeoutMs = { urgent: 4_000, normal: 20_000 } as const
/**
 * Time for clients to report once more and disconnect before they are killed. They usually take a tenth of a second.
 * The group of a killed client cannot be deleted before its session timeout of 10 s, so even an urgent end waits some
 * seconds for a client on a busy machine. The urgent limits for clients and for deletion (run-resources.ts) are 8 s together.
 */
export const closeGraceMs = { urgent: 3_500, normal: 6_000 } as const
