/**
 * Limits how often wrong tokens from one network are answered and logged in full. After `maxFailures` wrong tokens,
 * further ones are refused without a log entry until the network has waited. A right token is always accepted: its length, at
 * least 16 characters, protects it against guessing.
 */

const maxFailures = 5
/** Time after its last failure until a network may try again, with a new count. */
const forgottenAfterMs = 60_000

/** Bounds the memory: above this number of networks, the one with the oldest failure is forgotten. */
const maxNetworks = 10_000

/** Counts failures by the network of the remote address. */
export class FailureLimit {
  private readonly failures = new Map<string, { count: number; lastMs: number }>()

  /** Time until this network may try again; 0 if it may try now. */
  waitMs(network: string, nowMs: number): number {
    const entry = this.failures.get(network)
    if (entry === undefined) return 0
    const remainingMs = entry.lastMs + forgottenAfterMs - nowMs
    if (remainingMs <= 0) {
      this.failures.delete(network)
      return 0
    }
    return entry.count >= maxFailures ? remainingMs : 0
  }

  noteFailure(network: string, nowMs: number): void {
    const count = (this.failures.get(network)?.count ?? 0) + 1
    // Deleting first moves the entry to the end, so that the map stays ordered by last failure.
    this.failures.delete(network)
    this.failures.set(network, { count, lastMs: nowMs })
    const [oldest] = this.failures.keys()
    if (this.failures.size > maxNetworks && oldest !== undefined) this.failures.delete(oldest)
  }
}
