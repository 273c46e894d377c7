/**
 * Reads the state of the partitions while writes stall, so that a result can name the cause.
 */
import type { RunPlan } from '../../contracts/run-plan.ts'
import { runNamePrefix } from '../../contracts/run-plan.ts'
import type { PartitionState, Sample } from '../../contracts/sample.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import { connectAdmin } from '../admin/kafka-admin.ts'

/** Writes count as stalled in a second that acknowledges less than this share of its offered records. */
const stalledShare = 0.5

/** A broker that does not respond within this time counts as hung, and the retry goes to another broker. */
const requestLimits = { retries: 3, requestTimeoutMs: 3_000 }

const minRequestIntervalMs = 1_000
/** A response counts as the present state for this long. */
const validMs = 5_000

/** The plan of the load, and access to the cluster's state. */
export type PartitionWatchOptions = {
  readonly plan: RunPlan
  /** Reads the state from the cluster; rejects if no broker responds. */
  readState(): Promise<PartitionState>
  /** A monotonic clock in ms. */
  now(): number
}

/** Adds the state of the partitions to the samples of a load. */
export class PartitionWatch {
  private readonly options: PartitionWatchOptions
  private isReading = false
  private requestedAtMs = Number.NEGATIVE_INFINITY
  private respondedAtMs = Number.NEGATIVE_INFINITY
  private state: PartitionState | null = null

  constructor(options: PartitionWatchOptions) {
    this.options = options
  }

  /**
   * If writes stalled in the sample's second, requests the state and adds the latest valid state to the sample. The
   * state that is requested here is added to the next sample at the earliest.
   */
  annotate(sample: Sample): Sample {
    if (!isStalled(sample)) return sample
    const nowMs = this.options.now()
    if (!this.isReading && nowMs - this.requestedAtMs >= minRequestIntervalMs) void this.read(nowMs)
    const isValid = nowMs - this.respondedAtMs <= validMs
    return this.state === null || !isValid ? sample : { ...sample, partitionState: this.state }
  }

  private async read(nowMs: number): Promise<void> {
    this.isReading = true
    this.requestedAtMs = nowMs
    try {
      this.state = await this.options.readState()
    } catch {
      const partitions = this.options.plan.topics.reduce((sum, topic) => sum + topic.partitions, 0)
      this.state = { isAnswered: false, partitions, belowMinIsrPartitions: 0, isLeaderMissing: false }
    } finally {
      this.respondedAtMs = this.options.now()
      this.isReading = false
    }
  }
}

/**
 * Watches the topics of a plan. Each request opens a new connection, because brokers may fail and come back between two
 * requests.
 */
export function watchPartitions(plan: RunPlan, access: ClusterAccess): PartitionWatch {
  const clientId = `${runNamePrefix}${plan.runId}-watch`
  async function readState(): Promise<PartitionState> {
    const admin = await connectAdmin(access, { clientId, ...requestLimits })
    try {
      return await admin.partitionState(plan.topics)
    } finally {
      await admin.close()
    }
  }
  return new PartitionWatch({ plan, readState, now: () => performance.now() })
}

function isStalled({ producers }: Sample): boolean {
  const offered = producers.reduce((sum, producer) => sum + producer.offeredRecords, 0)
  const acked = producers.reduce((sum, producer) => sum + producer.ackedRecords, 0)
  return acked < stalledShare * offered
}
