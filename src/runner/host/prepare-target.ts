/**
 * All that stands between `prepare` and the first worker: lease, probe, cluster, checks, topics. In this order, each step
 * known to the run's remains before it makes anything.
 */
import type { ClusterAccess } from '../admin/cluster-access.ts'
import type { KafkaAdmin } from '../admin/kafka-admin.ts'
import { neededDiskBytes } from '../preflight/needed-disk.ts'
import { ownPlan } from './assign-workers.ts'
import type { BesideLoad } from './beside-load.ts'
import { Lease } from './lease.ts'
import type { RunOrder } from './run-order.ts'
import type { RunRemains } from './run-remains.ts'
import {
  accessOf,
  checkTarget,
  endsOfExistingTopics,
  makeTopics,
  probeTarget,
  refuseEmbeddedShare,
  refuseForeignNames,
  type TargetOrder,
  takeCluster,
} from './target-steps.ts'
import type { StartOffsets } from './worker-messages.ts'

/** What of a run takes part in its preparation. */
export type Preparation = Pick<TargetOrder, 'signal' | 'progress'> & {
  /** Filled as things are made. */
  readonly remains: RunRemains
  readonly beside: BesideLoad
  /** A broker of the embedded cluster ended, now or at any time later. */
  onBrokerExit(brokerId: number, detail: string): void
}

/** A target that takes load now. */
export type PreparedTarget = {
  readonly access: ClusterAccess
  /** True for simulated brokers, which have no administration. */
  readonly isSimulated: boolean
  /** Where reading begins in topics that were there before, by name and partition. */
  readonly startOffsets: StartOffsets
}

/** @throws AppError of what could not be made ready, or the reason of `signal` */
export async function prepareTarget(run: RunOrder, preparation: Preparation): Promise<PreparedTarget> {
  const { remains, beside, signal, progress } = preparation
  refuseForeignNames(run.plan)
  if (run.share !== undefined) refuseEmbeddedShare(run.target)
  const lease = new Lease(run.stateDirectory, run.plan.runId)
  remains.lease = lease
  const unsized = { ...run, plan: ownPlan(run.plan, run.share), lease, signal, progress }
  // Brokers of this machine would share its cores with the probe; a cluster elsewhere is looked at first.
  const ceiling = unsized.target.kind === 'connection' ? null : await probeTarget(unsized)
  const order = { ...unsized, neededDiskBytes: neededDiskBytes(unsized.plan, ceiling?.ceiling ?? null) }
  signal.throwIfAborted()
  const held = await takeCluster(order, run)
  remains.held = held
  const cluster = held?.cluster ?? null
  signal.throwIfAborted()
  cluster?.onBrokerExit((brokerId, detail) => {
    remains.isClusterBroken = true
    preparation.onBrokerExit(brokerId, detail)
  })
  const access = accessOf(order, cluster)
  const admin = await checkTarget(order, cluster, access, ceiling)
  if (admin === null) return { access, isSimulated: true, startOffsets: {} }
  try {
    signal.throwIfAborted()
    if (run.share?.makesTopics !== false) await makeAll(order, { admin, access, remains, beside })
    const startOffsets = await endsOfExistingTopics(run.plan, admin)
    signal.throwIfAborted()
    return { access, isSimulated: false, startOffsets }
  } finally {
    await admin.close()
  }
}

type Made = Pick<Preparation, 'remains' | 'beside'> & { readonly admin: KafkaAdmin; readonly access: ClusterAccess }

/** Names are noted before anything has them. */
async function makeAll(order: TargetOrder, { admin, access, remains, beside }: Made): Promise<void> {
  remains.noteNames(access)
  await makeTopics(order, admin)
  await beside.prepare(order, admin, access)
}
