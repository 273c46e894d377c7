/**
 * Keeps an embedded cluster running between two runs of one session, so that the next run need not start one.
 */
import type { Target } from '../../contracts/target.ts'
import type { EmbeddedCluster } from '../embedded/embedded-cluster.ts'
import type { Lease } from './run-lease.ts'

/** An embedded cluster, the target that it was started for, and the lease that lists its processes and folder. */
export type LeasedCluster = { readonly cluster: EmbeddedCluster; readonly target: Target; readonly lease: Lease }

/** Holds at most one cluster. */
export class ClusterCache {
  private cached: LeasedCluster | null = null

  /** Stores a cluster. If one of its brokers exits while it is stored, the cluster is stopped. */
  put(leased: LeasedCluster): void {
    this.cached = leased
    leased.cluster.onBrokerExit(() => {
      if (this.cached === leased) void this.stop().catch(() => undefined)
    })
  }

  /**
   * Removes and returns the stored cluster if it was started for an equal target; otherwise stops it.
   * @returns null if there is no such cluster
   * @throws AppError as `stop`
   */
  async take(target: Target): Promise<LeasedCluster | null> {
    const { cached } = this
    if (cached === null || !isSame(cached.target, target)) {
      await this.stop()
      return null
    }
    this.cached = null
    return cached
  }

  /**
   * Stops the stored cluster, if there is one.
   * @throws AppError RUN_FAILED or FILE_UNWRITABLE naming what could not be removed
   */
  async stop(): Promise<void> {
    const { cached } = this
    this.cached = null
    if (cached !== null) await stopLeased(cached)
  }
}

/** Stops a cluster and releases its lease. @throws AppError as `EmbeddedCluster.stop` */
export async function stopLeased({ cluster, lease }: LeasedCluster): Promise<void> {
  await cluster.stop()
  lease.release({ topics: [], groups: [] })
}

/** Brokers, quotas and quota windows must all be equal, because a running cluster is never reconfigured. */
function isSame(one: Target, other: Target): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
