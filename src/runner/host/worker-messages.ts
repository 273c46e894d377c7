/**
 * Messages between a host and its workers over Node's IPC channel. They are not versioned, because both are of the same
 * build.
 */
import type { AppErrorData } from '../../contracts/app-error.ts'
import type { PlannedConsumerGroup, PlannedProducer, RunPlan } from '../../contracts/run-plan.ts'
import type { ConsumerSample, ProducerSample, WorkerSample } from '../../contracts/sample.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import type { ReachedCluster, ReachOrder } from '../worker/reach-cluster.ts'

/** Producer or consumer. */
export type WorkerRole = WorkerSample['role']

/** A producer of the plan. `index` is its position in the plan; every record contains it. */
export type NumberedProducer = { readonly index: number; readonly producer: PlannedProducer }

/**
 * A group of the plan. With `ownMembers`, this host runs only the members with these numbers, and each reads a fixed set
 * of partitions; other hosts run the rest. Without it, this host runs all members, and they join the group.
 */
export type OwnGroup = PlannedConsumerGroup & { readonly ownMembers?: readonly number[] }

/** Orders of the host to a worker. */
export type WorkerOrder =
  /** Report versions and exit. */
  | { readonly type: 'describe' }
  /** Connect one client, request metadata, and reply `reached` or `failed`. */
  | { readonly type: 'reach'; readonly reach: ReachOrder }
  /** Connect all clients and reply `ready` or `failed`. */
  | { readonly type: 'setup'; readonly setup: WorkerSetup }
  /** Begin the load at this time of the controller's clock. */
  | { readonly type: 'start'; readonly atEpochMs: number }
  /** Producers send nothing more; consumers go on reading. */
  | { readonly type: 'stop-load' }
  /** Report once more, leave the groups, disconnect, exit. */
  | { readonly type: 'close' }

/** Offsets at which consumers start, by topic and partition number. Topics that are not listed are read from 0. */
export type StartOffsets = Readonly<Record<string, readonly number[]>>

/** What a worker needs to know before it connects. */
export type WorkerSetup = {
  readonly workerId: string
  readonly role: WorkerRole
  readonly access: ClusterAccess
  /** Is in every record: consumers ignore records of other runs. */
  readonly runId: string
  readonly producers: readonly NumberedProducer[]
  readonly groups: readonly OwnGroup[]
  /** Number of producers in the plan. Consumers track one sequence per producer and partition. */
  readonly planProducers: number
  /** Number of partitions by topic; null for simulated brokers, which choose it themselves. */
  readonly partitionsByTopic: Readonly<Record<string, number>> | null
  readonly startOffsets: StartOffsets
  readonly schedule: RunPlan['schedule']
  /** Largest factor on the producers' rates; their queues are sized for it. */
  readonly rateFactor: number
  readonly durationMs: number
  readonly seed: number
  /** Pause of a consumer after a small read; see `readPauseMs` in assign-workers.ts. */
  readonly readPauseMs: number
  readonly setupTimeoutMs: number
  /** This machine's clock minus the controller's; 0 if both are the same machine. */
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
  /** All clients are disconnected. An exit after this message is no crash, whatever its exit code. */
  | { readonly type: 'closed' }

/** One second of one worker, or several seconds if the worker was too busy to report in time. */
export type WorkerReport = {
  /** The last second that it covers, counted from the agreed start. */
  readonly second: number
  readonly startedAtEpochMs: number
  readonly durationMs: number
  readonly producers: readonly ProducerSample[]
  readonly consumers: readonly ConsumerSample[]
  readonly worker: WorkerSample
}
