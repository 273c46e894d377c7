/**
 * Prepares the target of a run before its clients start. The order is lease, client probe, cluster, checks, topics.
 * Each step records in the run's resources what it is about to create, so that everything can be removed after a
 * failure.
 */
import type { ClusterAccess } from '../admin/cluster-access.ts'
import type { KafkaAdmin } from '../admin/kafka-admin.ts'
import { neededDiskBytes } from '../preflight/needed-disk.ts'
import { planOfShare } from './assign-workers.ts'
import type { AuxiliaryLoad } from './auxiliary-load.ts'
import type { RunContext } from './run-context.ts'
import { Lease } from './run-lease.ts'
import type { RunResources } from './run-resources.ts'
import {
  accessOf,
  checkTarget,
  endsOfExistingTopics,
  makeTopics,
  probeOwnCeiling,
  refuseEmbeddedShare,
  refuseForeignNames,
  type TargetContext,
  takeCluster,
} from './target-steps.ts'
import type { StartOffsets } from './worker-messages.ts'

/** Input that a run provides for the preparation, besides its context. */
export type Preparation = Pick<TargetContext, 'signal' | 'progress'> & {
  /** Receives what the preparation creates. */
  readonly resources: RunResources
  readonly auxiliaryLoad: AuxiliaryLoad
  /** Called when a broker of the embedded cluster exits, during the preparation or later. */
  onBrokerExit(brokerId: number, detail: string): void
}

/** A target that is ready for load. */
export type PreparedTarget = {
  readonly access: ClusterAccess
  /** True for simulated brokers, which have no administration. */
  readonly isSimulated: boolean
  /** Offsets at which consumers start in topics that existed before the run, by topic and partition. */
  readonly startOffsets: StartOffsets
}

/**
 * Prepares the target for the part of the plan that this host runs.
 * @throws AppError of the step that failed, or the reason of `signal` if it is aborted
 */
export async function prepareTarget(run: RunContext, preparation: Preparation): Promise<PreparedTarget> {
  const { resources, auxiliaryLoad, signal, progress } = preparation
  refuseForeignNames(run.plan)
  if (run.share !== undefined) refuseEmbeddedShare(run.target)
  const lease = new Lease(run.stateDirectory, run.plan.runId)
  resources.lease = lease
  const contextOfShare = { ...run, plan: planOfShare(run.plan, run.share), lease, signal, progress }
  // Embedded brokers would share this machine's cores with the probe, so the probe comes before they are started.
  // If the target is the user's cluster, `checkTarget` probes, after the checks that take less time.
  const ceiling = contextOfShare.target.kind === 'connection' ? null : await probeOwnCeiling(contextOfShare)
  const context = { ...contextOfShare, neededDiskBytes: neededDiskBytes(contextOfShare.plan, ceiling?.ceiling ?? null) }
  signal.throwIfAborted()
  const leasedCluster = await takeCluster(context, run)
  resources.leasedCluster = leasedCluster
  const cluster = leasedCluster?.cluster ?? null
  signal.throwIfAborted()
  cluster?.onBrokerExit((brokerId, detail) => {
    resources.isClusterBroken = true
    preparation.onBrokerExit(brokerId, detail)
  })
  const access = accessOf(context, cluster)
  const admin = await checkTarget(context, cluster, access, ceiling)
  if (admin === null) return { access, isSimulated: true, startOffsets: {} }
  try {
    signal.throwIfAborted()
    if (run.share?.makesTopics !== false) await prepareCluster(context, { admin, access, resources, auxiliaryLoad })
    const startOffsets = await endsOfExistingTopics(run.plan, admin)
    signal.throwIfAborted()
    return { access, isSimulated: false, startOffsets }
  } finally {
    await admin.close()
  }
}

type ConnectedTarget = Pick<Preparation, 'resources' | 'auxiliaryLoad'> & {
  readonly admin: KafkaAdmin
  readonly access: ClusterAccess
}

/** Creates the topics and opens the idle connections of the plan. Only one host of a distributed run does this. */
async function prepareCluster(context: TargetContext, target: ConnectedTarget): Promise<void> {
  const { admin, access, resources, auxiliaryLoad } = target
  resources.recordTopicsAndGroups(access)
  await makeTopics(context, admin)
  await auxiliaryLoad.prepare(context, admin, access)
}
