/**
 * Common parts of the scripts that block their own event loop: brokers, the set-up of a worker, and the block itself.
 */
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import { plainAccess } from '../../src/runner/admin/cluster-access.ts'
import type { EmbeddedCluster } from '../../src/runner/embedded/cluster-types.ts'
import { startEmbeddedCluster } from '../../src/runner/embedded/embedded-cluster.ts'
import type { WorkerSetup } from '../../src/runner/host/worker-messages.ts'

/**
 * How long the reference loop is blocked: it needs the event loop and does nothing, however long the block is. The engine, which
 * works during the block, is blocked until it has done enough, however slow the machine is.
 */
export const leastBlockedMs = 2_000
/** Maximum length of a block, for an engine that never does enough. */
export const mostBlockedMs = 60_000

/** Starts one simulated broker for the plan. `setup` is the set-up of a worker without producers and groups. */
export async function startForWorker(
  plan: RunPlan,
  { role, stateDirectory }: Pick<WorkerSetup, 'role'> & { readonly stateDirectory: string },
): Promise<{ readonly cluster: EmbeddedCluster; readonly setup: WorkerSetup }> {
  const cluster = await startEmbeddedCluster(
    { kind: 'embedded:simulated', brokers: 1 },
    { runId: plan.runId, stateDirectory, onProgress: () => undefined, onResource: () => undefined },
  )
  const setup: WorkerSetup = {
    workerId: 'blocked',
    role,
    access: plainAccess(cluster.bootstrapServers),
    runId: plan.runId,
    producers: [],
    groups: [],
    planProducers: plan.producers.length,
    partitionsByTopic: null,
    startOffsets: {},
    schedule: plan.schedule,
    rateFactor: 1,
    durationMs: plan.durationMs,
    seed: plan.seed,
    readPauseMs: 1,
    setupTimeoutMs: 30_000,
    clockOffsetMs: 0,
  }
  return { cluster, setup }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4))

/** Blocks this process's event loop, and checks every 10 ms whether the block may end. */
export function blockWhile(isBlocked: () => boolean, look: () => void): void {
  while (isBlocked()) {
    Atomics.wait(sleeper, 0, 0, 10)
    look()
  }
}
