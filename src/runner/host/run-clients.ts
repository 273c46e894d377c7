/**
 * What a run wants of the clients that push its load, whoever they are.
 */
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import type { WorkerAssignment } from './assign-workers.ts'
import type { StartOffsets } from './worker-messages.ts'

/** What clients are made ready with. */
export type SetUpOptions = {
  readonly plan: RunPlan
  readonly access: ClusterAccess
  readonly partitionsByTopic: Readonly<Record<string, number>> | null
  readonly timeoutMs: number
  /** Where reading begins in topics that are there. Left out: every topic is read from 0. */
  readonly startOffsets?: StartOffsets
  /** Factor that the producers' queues are made for. Left out: the largest of the schedule. */
  readonly rateFactor?: number
  /** This machine's clock minus the controller's. */
  readonly clockOffsetMs?: number
}

/** The clients of one run, started, set up, begun and ended together. */
export interface RunClients {
  /** Processes that report each second. */
  readonly workerIds: readonly string[]
  /** True while clients have something to do of which their samples tell nothing. */
  readonly isBusy: boolean
  spawn(assignments: readonly WorkerAssignment[]): void
  /** @returns partitions by topic, as the clients found them @throws AppError of the first that failed */
  setUp(options: SetUpOptions): Promise<Readonly<Record<string, number>>>
  start(atEpochMs: number): void
  stopLoad(): void
  /** Lets all tell their last and end; those that take longer are killed. Safe to be called again. */
  close(graceMs: number): Promise<void>
  kill(): void
}
