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
  /** What fetches without a response yet may still return. */
  private heldBytes = 0
  private readonly waiting: (() => void)[] = []

  constructor(cluster: ObservedCluster, budgetBytes: number) {
    this.cluster = cluster
    this.maxSampledBytes = cluster.context.cost.sampledBytes + budgetBytes
    this.throttledBefore = cluster.context.cost.throttled
  }

  /** What no fetch has returned or may still return. 0 once the brokers have throttled sampling. */
  get remainingBytes(): number {
    const unusedBytes = this.maxSampledBytes - this.cluster.context.cost.sampledBytes - this.heldBytes
    return this.isThrottled ? 0 : Math.max(0, unusedBytes)
  }

  /**
   * Fetches at most `wantedBytes`, or what remains of the budget. While others fetch and less than `wantedBytes` remains, it
   * waits for them, because they may return less than they asked for. Does not fetch if nothing remains.
   * @param fetch is given the largest size of its response
   */
  async fetch(wantedBytes: number, fetch: (maxBytes: number) => Promise<void>): Promise<void> {
    while (this.heldBytes > 0 && this.remainingBytes < wantedBytes) {
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    }
    const maxBytes = Math.floor(Math.min(this.remainingBytes, wantedBytes))
    if (maxBytes <= 0) return
    this.heldBytes += maxBytes
    try {
      await fetch(maxBytes)
    } finally {
      this.heldBytes -= maxBytes
      for (const continueWaiting of this.waiting.splice(0)) continueWaiting()
    }
  }

  get isThrottled(): boolean {
    return this.cluster.context.cost.throttled - this.throttledBefore >= throttlesUntilStop
  }
}
