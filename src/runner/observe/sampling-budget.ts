/**
 * How many bytes sampling may still fetch. Sampling stops when brokers throttle its requests.
 */
import type { ObservedCluster } from './observed-cluster.ts'

/** Sampling stops once brokers have throttled this many of its requests. */
const throttlesUntilStop = 2

/** The budget is measured by the cluster's cost counters, which count all Fetch responses of the reading. */
export class SamplingBudget {
  private readonly cluster: ObservedCluster
  private readonly maxSampledBytes: number
  private readonly throttledBefore: number
  /** Bytes that the fetches in progress may still return. */
  private heldBytes = 0
  private readonly waiting: (() => void)[] = []

  constructor(cluster: ObservedCluster, budgetBytes: number) {
    this.cluster = cluster
    this.maxSampledBytes = cluster.context.cost.sampledBytes + budgetBytes
    this.throttledBefore = cluster.context.cost.throttled
  }

  /** Bytes that neither a finished fetch nor one in progress has used. 0 once brokers have throttled sampling. */
  get remainingBytes(): number {
    const unusedBytes = this.maxSampledBytes - this.cluster.context.cost.sampledBytes - this.heldBytes
    return this.isThrottled ? 0 : Math.max(0, unusedBytes)
  }

  /**
   * Fetches at most `wantedBytes`, or what remains of the budget. While others fetch and less than `wantedBytes` remains, it
   * waits for them, because they may return less than they asked for. Does not fetch if nothing remains.
   * @param fetch gets the byte limit of its response
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
