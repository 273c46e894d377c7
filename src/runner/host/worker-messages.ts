/**
 * What a host and its workers say to each other over Node's IPC channel. Internal: both are of the same build.
 */
import type { AppErrorData } from '../../contracts/app-error.ts'
import type { PlannedConsumerGroup, PlannedProducer, RunPlan } from '../../contracts/run-plan.ts'
import type { ConsumerSample, ProducerSample, WorkerSample } from '../../contracts/sample.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import type { ReachedCluster, ReachOrder } from '../worker/reach-cluster.ts'

/** What a worker does. */
export type WorkerRole = WorkerSample['role']

/** A producer of the plan with its number in the plan, which stands in every record. */
export type NumberedProducer = { readonly index: number; readonly producer: PlannedProducer }

/**
 * A group of the plan; with `ownMembers`, those that this host reads as, each on partitions of its own: others read the
 * rest.
 */
export type OwnGroup = PlannedConsumerGroup & { readonly ownMembers?: readonly number[] }

/** Orders of the host to a worker. */
export type WorkerOrder =
  /** Answer with versions and exit. */
  | { readonly type: 'describe' }
  /** Connect one client, ask who is there, and answer `reached`, or `failed`. */
  | { readonly type: 'reach'; readonly reach: ReachOrder }
  /** Connect all clients; answered by `ready`, or by `failed`. */
  | { readonly type: 'setup'; readonly setup: WorkerSetup }
  /** Begin at this time. */
  | { readonly type: 'start'; readonly atEpochMs: number }
  /** Producers offer nothing more from now on; consumers go on. */
  | { readonly type: 'stop-load' }
  /** Report once more, leave the groups, disconnect, exit. */
  | { readonly type: 'close' }

/** Offsets at which reading begins, by topic and partition number; topics that are not in it are read from 0. */
export type StartOffsets = Readonly<Record<string, readonly number[]>>

/** What a worker needs to know before it connects. */
export type WorkerSetup = {
  readonly workerId: string
  readonly role: WorkerRole
  readonly access: ClusterAccess
  /** Names the run: consumers leave records of others alone. */
  readonly runId: string
  readonly producers: readonly NumberedProducer[]
  readonly groups: readonly OwnGroup[]
  /** How many producers the plan has: consumers keep one sequence for each of them and partition. */
  readonly planProducers: number
  /** Topics with their partitions; null: whatever the cluster says (simulated brokers decide themselves). */
  readonly partitionsByTopic: Readonly<Record<string, number>> | null
  readonly startOffsets: StartOffsets
  readonly schedule: RunPlan['schedule']
  /** Largest factor on the producers' rates that their queues are made for. */
  readonly rateFactor: number
  readonly durationMs: number
  readonly seed: number
  /** Pause of a consumer after a small read: see `readPauseMs`. */
  readonly readPauseMs: number
  readonly setupTimeoutMs: number
  /** This machine's clock minus the controller's; 0 where both are one machine. */
  readonly clockOffsetMs: number
}

/** Answers of a worker. */
export type WorkerAnswer =
  | { readonly type: 'description'; readonly librdkafkaVersion: string; readonly features: readonly string[] }
  | { readonly type: 'reached'; readonly reached: ReachedCluster }
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | { readonly type: 'ready'; readonly partitionsByTopic: Readonly<Record<string, number>> }
  | { readonly type: 'report'; readonly report: WorkerReport }
  | { readonly type: 'notice'; readonly message: string }
  | { readonly type: 'failed'; readonly error: AppErrorData }
  /** All clients are disconnected: an exit after this is no crash, however it comes about. */
  | { readonly type: 'closed' }

/** One second of one worker, or more where it was held up. */
export type WorkerReport = {
  /** The last second that it covers, counted from the agreed start. */
  readonly second: number
  readonly startedAtEpochMs: number
  readonly durationMs: number
  readonly producers: readonly ProducerSample[]
  readonly consumers: readonly ConsumerSample[]
  readonly worker: WorkerSample
}
