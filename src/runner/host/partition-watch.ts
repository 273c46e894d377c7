/**
 * Asks the cluster about its partitions while writes stand still, so that a result can name the reason.
 */
import type { RunPlan } from '../../contracts/run-plan.ts'
import { runNamePrefix } from '../../contracts/run-plan.ts'
import type { PartitionState, Sample } from '../../contracts/sample.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import { connectAdmin } from '../admin/kafka-admin.ts'

/** Below this share of what a second offered, what it acknowledged counts as standing still. */
const haltedShare = 0.5

/** A broker that is gone is found out at once, one that hangs after this; then another is asked. */
const patience = { retries: 3, requestTimeoutMs: 3_000 }

/** Least time between two questions, and how long an answer is taken for true. */
const askEveryMs = 1_000
const validMs = 5_000

export type PartitionWatchOptions = {
  readonly plan: RunPlan
  /** Asks the cluster; rejects where no broker answers. */
  ask(): Promise<PartitionState>
  now(): number
}

/** Watches the samples of a load as they are handed on. */
export class PartitionWatch {
  private readonly options: PartitionWatchOptions
  private isAsking = false
  private askedAtMs = Number.NEGATIVE_INFINITY
  private answeredAtMs = Number.NEGATIVE_INFINITY
  private state: PartitionState | null = null

  constructor(options: PartitionWatchOptions) {
    this.options = options
  }

  /** The sample with what the cluster said, where writes stood still in its second and the cluster was asked before. */
  annotate(sample: Sample): Sample {
    if (!isHalted(sample)) return sample
    const nowMs = this.options.now()
    if (!this.isAsking && nowMs - this.askedAtMs >= askEveryMs) void this.ask(nowMs)
    const isFresh = nowMs - this.answeredAtMs <= validMs
    return this.state === null || !isFresh ? sample : { ...sample, partitionState: this.state }
  }

  private async ask(nowMs: number): Promise<void> {
    this.isAsking = true
    this.askedAtMs = nowMs
    try {
      this.state = await this.options.ask()
    } catch {
      const partitions = this.options.plan.topics.reduce((sum, topic) => sum + topic.partitions, 0)
      this.state = { isAnswered: false, partitions, belowMinIsrPartitions: 0, isLeaderMissing: false }
    } finally {
      this.answeredAtMs = this.options.now()
      this.isAsking = false
    }
  }
}

/** A watch over the topics of a plan, by a connection of its own for each question: brokers come and go. */
export function watchPartitions(plan: RunPlan, access: ClusterAccess): PartitionWatch {
  const clientId = `${runNamePrefix}${plan.runId}-watch`
  async function ask(): Promise<PartitionState> {
    const admin = await connectAdmin(access, { clientId, ...patience })
    try {
      return await admin.partitionState(plan.topics)
    } finally {
      await admin.close()
    }
  }
  return new PartitionWatch({ plan, ask, now: () => performance.now() })
}

function isHalted({ producers }: Sample): boolean {
  const offered = producers.reduce((sum, producer) => sum + producer.offeredRecords, 0)
  const acked = producers.reduce((sum, producer) => sum + producer.ackedRecords, 0)
  return acked < haltedShare * offered
}
