/**
 * How many bytes sampling may still fetch. Sampling stops when brokers throttle its requests.
 */
import type { ObservedCluster } from './observed-cluster.ts'

/** Sampling stops once brokers have throttled this many of its requests. */
const throttlesUntilStop = 2

/** Counts down by the cluster's own cost counters, which other readers of the same cluster share. */
export class SamplingBudget {
  private readonly cluster: ObservedCluster
  private readonly maxSampledBytes: number
  private readonly throttledBefore: number

  constructor(cluster: ObservedCluster, budgetBytes: number) {
    this.cluster = cluster
    this.maxSampledBytes = cluster.context.cost.sampledBytes + budgetBytes
    this.throttledBefore = cluster.context.cost.throttled
  }

  /** 0 once the brokers have throttled sampling. */
  get remainingBytes(): number {
    return this.isThrottled ? 0 : Math.max(0, this.maxSampledBytes - this.cluster.context.cost.sampledBytes)
  }

  get isThrottled(): boolean {
    return this.cluster.context.cost.throttled - this.throttledBefore >= throttlesUntilStop
  }
}
