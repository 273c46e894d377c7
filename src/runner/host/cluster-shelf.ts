/**
 * An embedded cluster between two runs of one session: kept warm for the next one, gone with the session.
 */
import type { Target } from '../../contracts/target.ts'
import type { EmbeddedCluster } from '../embedded/embedded-cluster.ts'
import type { Lease } from './lease.ts'

/** A cluster, what it was made for, and the lease of its processes and folder. */
export type HeldCluster = { readonly cluster: EmbeddedCluster; readonly target: Target; readonly lease: Lease }

/** At most one cluster. */
export class ClusterShelf {
  private held: HeldCluster | null = null

  /** Puts a cluster there; one whose broker ends meanwhile is not handed out again. */
  keep(held: HeldCluster): void {
    this.held = held
    held.cluster.onBrokerExit(() => {
      if (this.held === held) void this.stop().catch(() => undefined)
    })
  }

  /**
   * The cluster, where it is what the target wants; else it is stopped.
   * @throws AppError where something of it is left
   */
  async take(target: Target): Promise<HeldCluster | null> {
    const { held } = this
    if (held === null || !isSame(held.target, target)) {
      await this.stop()
      return null
    }
    this.held = null
    return held
  }

  /**
   * Ends the cluster, if there is one.
   * @throws AppError RUN_FAILED or FILE_UNWRITABLE where something is left, naming it
   */
  async stop(): Promise<void> {
    const { held } = this
    this.held = null
    if (held !== null) await stopHeld(held)
  }
}

/** Ends a cluster and lets go of its lease. @throws AppError as `EmbeddedCluster.stop` */
export async function stopHeld({ cluster, lease }: HeldCluster): Promise<void> {
  await cluster.stop()
  lease.release({ topics: [], groups: [] })
}

/** Brokers, quotas and quota windows alike: nothing of a cluster is changed while it is kept. */
function isSame(one: Target, other: Target): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
