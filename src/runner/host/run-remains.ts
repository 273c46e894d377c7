/**
 * What a run has made and has to undo: a lease, an embedded cluster, or topics and groups on a cluster of the user's.
 */
import { AppError } from '../../contracts/app-error.ts'
import { ownTopics, type RunPlan } from '../../contracts/run-plan.ts'
import type { CleanUp } from '../../contracts/run-record.ts'
import type { Target } from '../../contracts/target.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import { cleanUpCluster, leftoversOf, type MadeNames } from './clean-up.ts'
import { type ClusterShelf, type HeldCluster, stopHeld } from './cluster-shelf.ts'
import type { Lease } from './lease.ts'

/** How much time there is. */
export type Pace = 'hasty' | 'patient'

const cleanUpBudgetMs = { hasty: 2_500, patient: 25_000 } as const

/** What is known of a run's remains before there are any. */
export type RemainsOrder = {
  readonly plan: RunPlan
  readonly target: Target
  readonly keepsCluster: boolean
  readonly shelf: ClusterShelf
}

const nothingMade: MadeNames = { topics: [], groups: [] }

/** Filled while a run is prepared, emptied at its end. */
export class RunRemains {
  lease: Lease | null = null
  held: HeldCluster | null = null
  /** A broker of the cluster went away: nothing can be asked of it, and no other run may have it. */
  isClusterBroken = false
  private readonly plan: RunPlan
  private readonly target: Target
  /** Where the cluster goes at the end; null where it ends with the run. */
  private readonly shelf: ClusterShelf | null
  private access: ClusterAccess | null = null
  private made = nothingMade

  constructor(order: RemainsOrder) {
    this.plan = order.plan
    this.target = order.target
    this.shelf = order.keepsCluster ? order.shelf : null
  }

  /** Topics and groups of the plan are about to exist: the lease knows their names first. */
  noteNames(access: ClusterAccess): void {
    this.access = access
    this.made = {
      topics: ownTopics(this.plan).map(({ name }) => name),
      groups: this.plan.consumerGroups.map(({ groupId }) => groupId),
    }
    // Those of an embedded cluster go with it.
    if (this.target.kind !== 'connection') return
    const needsSecrets = access.tls !== null || access.sasl !== null
    const cluster = { bootstrapServers: [...access.bootstrapServers], needsSecrets }
    this.lease?.setClusterNames({ topics: [...this.made.topics], groups: [...this.made.groups], cluster })
  }

  /** Deletes everything, and lets go of the lease but for what could not be deleted. */
  async undo(pace: Pace, progress: (message: string) => void): Promise<CleanUp> {
    const cleanUp = await this.deleteMade(pace, progress)
    this.lease?.release({
      topics: this.made.topics.filter((name) => !cleanUp.deletedTopics.includes(name)),
      groups: this.made.groups.filter((name) => !cleanUp.deletedGroups.includes(name)),
    })
    return cleanUp
  }

  /** Everything is still there, because the clean-up itself failed. */
  leftBy(error: AppError): CleanUp {
    return leftoversOf(this.made, error.message)
  }

  private async deleteMade(pace: Pace, progress: (message: string) => void): Promise<CleanUp> {
    if (this.target.kind === 'connection') {
      return this.access === null ? leftoversOf(nothingMade, '') : this.deleteNames(this.access, pace, progress)
    }
    const { held, shelf, access } = this
    // A cluster whose topics cannot all be deleted, or that has none to ask, would burden the next run.
    const isKept = shelf !== null && pace === 'patient' && !this.isClusterBroken
    if (!isKept || held === null || this.target.kind === 'embedded:simulated') return this.stopCluster(progress)
    const cleanUp = access === null ? leftoversOf(nothingMade, '') : await this.deleteNames(access, pace, progress)
    if (cleanUp.leftovers.length > 0) return this.stopCluster(progress)
    shelf.keep(held)
    return cleanUp
  }

  private deleteNames(access: ClusterAccess, pace: Pace, progress: (message: string) => void): Promise<CleanUp> {
    progress('Deleting topics and groups of the run')
    return cleanUpCluster({ access, runId: this.plan.runId, made: this.made, budgetMs: cleanUpBudgetMs[pace] })
  }

  private async stopCluster(progress: (message: string) => void): Promise<CleanUp> {
    progress('Ending the embedded cluster')
    try {
      if (this.held !== null) await stopHeld(this.held)
      return { deletedTopics: [...this.made.topics], deletedGroups: [...this.made.groups], leftovers: [] }
    } catch (error) {
      const { message, remedy } = AppError.from(error)
      return { deletedTopics: [], deletedGroups: [], leftovers: [`${message} ${remedy ?? ''}`.trim()] }
    }
  }
}
