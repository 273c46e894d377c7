/**
 * The common interface of a run's clients: the producers and consumers that generate the load. They run in worker processes with
 * node-rdkafka, in processes of Kafka's perf tools, or in a Trogdor fleet.
 */
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import type { WorkerAssignment } from './assign-workers.ts'
import type { StartOffsets } from './worker-messages.ts'

/** Input of the clients' set-up. */
export type SetUpOptions = {
  readonly plan: RunPlan
  readonly access: ClusterAccess
  /** Null for simulated brokers, which choose the number of partitions themselves. */
  readonly partitionsByTopic: Readonly<Record<string, number>> | null
  readonly timeoutMs: number
  /** Offsets at which consumers start in topics that existed before the run. Topics that are not listed start at 0. */
  readonly startOffsets?: StartOffsets
  /** The producers' queues are sized for their rates times this factor. Default: the schedule's largest factor. */
  readonly rateFactor?: number
  /** This machine's clock minus the controller's. */
  readonly clockOffsetMs?: number
}

/** All clients of one run. A run calls `spawn`, `setUp`, `start`, `stopLoad` and `close` in this order. */
export interface RunClients {
  /** The `workerId`s of the reports. From each of them, one report per second is expected. */
  readonly workerIds: readonly string[]
  /** True while clients still send or read records that no report counts. The drain must then continue. */
  readonly isBusy: boolean
  /** Starts the processes. */
  spawn(assignments: readonly WorkerAssignment[]): void
  /** Connects the clients. @returns actual partitions by topic @throws AppError of the first client that failed */
  setUp(options: SetUpOptions): Promise<Readonly<Record<string, number>>>
  /** @param controllerStartMs start of the load (epoch ms, controller's clock) */
  start(controllerStartMs: number): void
  /** Stops the producers. After the planned end it stops only those that do not end on their own. Consumers continue to read. */
  stopLoad(): void
  /** Asks all processes to report once more and exit; kills those that take longer than `graceMs`. Can be repeated. */
  close(graceMs: number): Promise<void>
  /** Kills all processes without waiting. */
  kill(): void
}
