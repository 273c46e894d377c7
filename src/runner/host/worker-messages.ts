/**
 * Messages between a host and its workers over Node's IPC channel. They have no version, because host and workers are
 * of the same build.
 */
import type { AppErrorData } from '../../contracts/app-error.ts'
import type { Environment } from '../../contracts/environment.ts'
import type { PlannedConsumerGroup, PlannedProducer, RunPlan } from '../../contracts/run-plan.ts'
import type { ConsumerSample, ProducerSample, WorkerSample } from '../../contracts/sample.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import type { ReachedCluster, ReachOrder } from '../worker/reach-cluster.ts'

/** Producer or consumer. */
export type WorkerRole = WorkerSample['role']

/** A producer of the plan. Every record contains `index`, the producer's position in the plan. */
export type NumberedProducer = { readonly index: number; readonly producer: PlannedProducer }

/**
 * A consumer group of the plan. With `ownMembers`, this host runs only the members with these numbers, each of which
 * reads fixed partitions; other hosts run the other members. Without it, this host runs all members, and they join the
 * group.
 */
export type OwnGroup = PlannedConsumerGroup & { readonly ownMembers?: readonly number[] }

/** Commands of the host to a worker. */
export type WorkerCommand =
  /** Report versions and exit. */
  | { readonly type: 'describe' }
  /** Connect one client, request metadata, and reply `reached` or `failed`. */
  | { readonly type: 'reach'; readonly reach: ReachOrder }
  /** Connect all clients and reply `ready` or `failed`. */
  | { readonly type: 'setup'; readonly setup: WorkerSetup }
  /** Begin the load at this time (epoch ms, controller's clock). */
  | { readonly type: 'start'; readonly atEpochMs: number }
  /** Stop the producers, if the load has not ended yet; consumers continue to read. */
  | { readonly type: 'stop-load' }
  /** Report once more, leave the groups, disconnect, exit. */
  | { readonly type: 'close' }

/** Offsets at which consumers start, by topic and partition number. Topics that are not listed are read from 0. */
export type StartOffsets = Readonly<Record<string, readonly number[]>>

/** Input of a worker's set-up. */
export type WorkerSetup = {
  readonly workerId: string
  readonly role: WorkerRole
  readonly access: ClusterAccess
  /** Identifies the run in every record, so that consumers can ignore records of other runs. */
  readonly runId: string
  readonly producers: readonly NumberedProducer[]
  readonly groups: readonly OwnGroup[]
  /** Number of producers in the plan. Consumers track one sequence per producer and partition. */
  readonly planProducers: number
  /** Number of partitions by topic; null for simulated brokers, which choose the number themselves. */
  readonly partitionsByTopic: Readonly<Record<string, number>> | null
  readonly startOffsets: StartOffsets
  readonly schedule: RunPlan['schedule']
  /** The producers' queues are sized for their rates times this factor. */
  readonly rateFactor: number
  /** Duration of the load. */
  readonly durationMs: number
  readonly seed: number
  /** How long a consumer pauses after a poll that returned few records; see `readPauseMs` in assign-workers.ts. */
  readonly readPauseMs: number
  readonly setupTimeoutMs: number
  /** This machine's clock minus the controller's; 0 if both are the same machine. */
  readonly clockOffsetMs: number
}

/** Messages of a worker to its host: responses to commands, and what it reports without being asked. */
export type WorkerMessage =
  | {
      readonly type: 'description'
      readonly librdkafkaVersion: string
      readonly features: readonly string[]
      readonly loops: NonNullable<Environment['loops']>
    }
  | { readonly type: 'reached'; readonly reached: ReachedCluster }
  /** Of `total` partitions, `done` are assigned to a consumer of this worker and have been fetched from once. */
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | { readonly type: 'ready'; readonly partitionsByTopic: Readonly<Record<string, number>> }
  /** `isLoadOver`: the report, or one before it, contains every record that the worker's producers send. */
  | { readonly type: 'report'; readonly report: WorkerReport; readonly isLoadOver: boolean }
  | { readonly type: 'notice'; readonly message: string }
  | { readonly type: 'failed'; readonly error: AppErrorData }
  /** Everything is reported. An exit after this message does not count as a crash, whatever its exit code. */
  | { readonly type: 'closed' }

/** Report of a worker about one second, or about several seconds if the worker was too busy to report in time. */
export type WorkerReport = {
  /** The last second that the report covers, counted from the agreed start. */
  readonly second: number
  readonly startedAtEpochMs: number
  readonly durationMs: number
  readonly producers: readonly ProducerSample[]
  readonly consumers: readonly ConsumerSample[]
  readonly worker: WorkerSample
}
