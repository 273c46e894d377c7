/**
 * The clients of a run as the run sees them: the same for workers with node-rdkafka, Kafka's perf tools and Trogdor.
 */
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import type { WorkerAssignment } from './assign-workers.ts'
import type { StartOffsets } from './worker-messages.ts'

/** What clients need to know before the load. */
export type SetUpOptions = {
  readonly plan: RunPlan
  readonly access: ClusterAccess
  /** Null for simulated brokers, which choose the number of partitions themselves. */
  readonly partitionsByTopic: Readonly<Record<string, number>> | null
  readonly timeoutMs: number
  /** Offsets at which consumers start in topics that existed before the run. Topics that are not listed start at 0. */
  readonly startOffsets?: StartOffsets
  /** Factor on the producers' rates that their queues are sized for. Default: the largest of the schedule. */
  readonly rateFactor?: number
  /** This machine's clock minus the controller's. */
  readonly clockOffsetMs?: number
}

/** All clients of one run. A run calls `spawn`, `setUp`, `start`, `stopLoad` and `close` in this order. */
export interface RunClients {
  /** Processes that report each second. */
  readonly workerIds: readonly string[]
  /** True while clients still send or read records that their samples do not count, so that the drain must go on. */
  readonly isBusy: boolean
  /** Starts the processes. */
  spawn(assignments: readonly WorkerAssignment[]): void
  /** Connects the clients. @returns actual partitions by topic @throws AppError of the first client that failed */
  setUp(options: SetUpOptions): Promise<Readonly<Record<string, number>>>
  /** @param atEpochMs start of the load by the controller's clock */
  start(atEpochMs: number): void
  /** Producers send nothing more; consumers go on reading. */
  stopLoad(): void
  /** Lets all processes report once more and exit; kills those that take longer than `graceMs`. May be called again. */
  close(graceMs: number): Promise<void>
  /** Kills all processes without waiting. */
  kill(): void
}
