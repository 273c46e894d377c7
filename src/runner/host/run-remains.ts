/**
 * What a run has made and has to undo: a lease, an embedded cluster, or topics and groups on a cluster of the user's.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { CleanUp } from '../../contracts/run-record.ts'
import type { Target } from '../../contracts/target.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import type { EmbeddedCluster } from '../embedded/embedded-cluster.ts'
import { cleanUpCluster, leftoversOf, type MadeNames } from './clean-up.ts'
import type { Lease } from './lease.ts'

/** How much time there is. */
export type Pace = 'hasty' | 'patient'

const cleanUpBudgetMs = { hasty: 2_500, patient: 25_000 } as const

const nothingMade: MadeNames = { topics: [], groups: [] }

/** Filled while a run is prepared, emptied at its end. */
export class RunRemains {
  lease: Lease | null = null
  cluster: EmbeddedCluster | null = null
  private readonly plan: RunPlan
  private readonly target: Target
  private access: ClusterAccess | null = null
  private made = nothingMade

  constructor(plan: RunPlan, target: Target) {
    this.plan = plan
    this.target = target
  }

  /** Topics and groups of the plan are about to exist: the lease knows their names first. */
  noteNames(access: ClusterAccess): void {
    this.access = access
    this.made = {
      topics: this.plan.topics.map(({ name }) => name),
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
    if (this.target.kind !== 'connection') return this.stopCluster(progress)
    if (this.access === null) return leftoversOf(nothingMade, '')
    progress('Deleting topics and groups of the run')
    const { access, made } = this
    return cleanUpCluster({ access, runId: this.plan.runId, made, budgetMs: cleanUpBudgetMs[pace] })
  }

  private async stopCluster(progress: (message: string) => void): Promise<CleanUp> {
    progress('Ending the embedded cluster')
    try {
      await this.cluster?.stop()
      return { deletedTopics: [...this.made.topics], deletedGroups: [...this.made.groups], leftovers: [] }
    } catch (error) {
      const { message, remedy } = AppError.from(error)
      return { deletedTopics: [], deletedGroups: [], leftovers: [`${message} ${remedy ?? ''}`.trim()] }
    }
  }
}
