/**
 * Everything that a run creates and must remove at its end: its lease, and an embedded cluster or topics and groups on
 * the user's cluster.
 */
import { AppError } from '../../contracts/app-error.ts'
import { ownTopics, type RunPlan } from '../../contracts/run-plan.ts'
import type { CleanUp } from '../../contracts/run-record.ts'
import type { Target } from '../../contracts/target.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import { type CreatedNames, cleanUpCluster, leftoversOf } from './clean-up.ts'
import { type ClusterCache, type LeasedCluster, stopLeased } from './cluster-cache.ts'
import type { RunContext } from './run-context.ts'
import type { Lease } from './run-lease.ts'

/** Selects the time limits at the end of a run: `urgent` if the controller or a broker is lost. */
export type Urgency = 'urgent' | 'normal'

/** Time limit for deleting topics and groups. Urgent: what `lostDeadlineMs` leaves after the clients have closed. */
export const cleanUpBudgetMs = { urgent: 4_500, normal: 25_000 } as const

const nothingCreated: CreatedNames = { topics: [], groups: [] }

/** The resources of one run. The preparation adds them; `remove` removes them at the end. */
export class RunResources {
  lease: Lease | null = null
  /** The embedded cluster; null before it is started, and always null if the target is the user's cluster. */
  leasedCluster: LeasedCluster | null = null
  /** True after a broker of the embedded cluster exited. The cluster is then stopped without deleting topics first. */
  isClusterBroken = false
  private readonly plan: RunPlan
  private readonly target: Target
  /** Receives the embedded cluster at the end; null if the cluster is to be stopped with the run. */
  private readonly cache: ClusterCache | null
  /** Null until `recordTopicsAndGroups` is called. While it is null, there is nothing to delete. */
  private access: ClusterAccess | null = null
  private created = nothingCreated

  constructor(context: Pick<RunContext, 'plan' | 'target' | 'keepsCluster' | 'clusterCache'>) {
    this.plan = context.plan
    this.target = context.target
    this.cache = context.keepsCluster ? context.clusterCache : null
  }

  /**
   * Records which topics and groups `remove` must delete. On the user's cluster it writes them to the lease too, so
   * that a later host can delete them if this one is killed. Call it before anything is created.
   */
  recordTopicsAndGroups(access: ClusterAccess): void {
    this.access = access
    this.created = {
      topics: ownTopics(this.plan).map(({ name }) => name),
      groups: this.plan.consumerGroups.map(({ groupId }) => groupId),
    }
    // Topics and groups of an embedded cluster are removed with its folder.
    if (this.target.kind !== 'connection') return
    const needsSecrets = access.tls !== null || access.sasl !== null
    const cluster = { bootstrapServers: [...access.bootstrapServers], needsSecrets }
    this.lease?.setClusterNames({ topics: [...this.created.topics], groups: [...this.created.groups], cluster })
  }

  /** Removes all resources. Topics and groups that could not be deleted stay in the lease, for a later sweep. */
  async remove(urgency: Urgency, progress: (message: string) => void): Promise<CleanUp> {
    const cleanUp = await this.removeCreated(urgency, progress)
    try {
      this.lease?.release({
        topics: this.created.topics.filter((name) => !cleanUp.deletedTopics.includes(name)),
        groups: this.created.groups.filter((name) => !cleanUp.deletedGroups.includes(name)),
      })
      return cleanUp
    } catch (error) {
      // What was deleted stays deleted. The next run finds the lease and sees that nothing is left of it.
      return { ...cleanUp, leftovers: [...cleanUp.leftovers, AppError.from(error).message] }
    }
  }

  /** The outcome to report if `remove` failed with an error: all topics and groups count as left over. */
  leftoversAfter(error: unknown): CleanUp {
    return leftoversOf(this.created, AppError.from(error).message)
  }

  private async removeCreated(urgency: Urgency, progress: (message: string) => void): Promise<CleanUp> {
    if (this.target.kind === 'connection') {
      return this.access === null ? leftoversOf(nothingCreated, '') : this.deleteNames(this.access, urgency, progress)
    }
    const { leasedCluster, cache, access } = this
    const isKept = cache !== null && urgency === 'normal' && !this.isClusterBroken
    // Simulated brokers have no administration to delete topics with, so their cluster is never kept.
    if (!isKept || leasedCluster === null || this.target.kind === 'embedded:simulated') {
      return this.stopCluster(progress)
    }
    const cleanUp =
      access === null ? leftoversOf(nothingCreated, '') : await this.deleteNames(access, urgency, progress)
    // Topics that could not be deleted would burden the next run.
    if (cleanUp.leftovers.length > 0) return this.stopCluster(progress)
    cache.put(leasedCluster)
    return cleanUp
  }

  private deleteNames(access: ClusterAccess, urgency: Urgency, progress: (message: string) => void): Promise<CleanUp> {
    progress('Deleting topics and groups of the run')
    const budgetMs = cleanUpBudgetMs[urgency]
    return cleanUpCluster({ access, runId: this.plan.runId, created: this.created, budgetMs })
  }

  private async stopCluster(progress: (message: string) => void): Promise<CleanUp> {
    progress('Stopping the embedded cluster')
    try {
      if (this.leasedCluster !== null) await stopLeased(this.leasedCluster)
      return { deletedTopics: [...this.created.topics], deletedGroups: [...this.created.groups], leftovers: [] }
    } catch (error) {
      const { message, remedy } = AppError.from(error)
      return { deletedTopics: [], deletedGroups: [], leftovers: [`${message} ${remedy ?? ''}`.trim()] }
    }
  }
}
