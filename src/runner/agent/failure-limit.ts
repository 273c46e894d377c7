/**
 * Bounds how fast tokens can be tried: after some failures an address waits.
 */

const mostFailures = 5
const forgottenAfterMs = 60_000

/** Addresses that are remembered at once; beyond it the oldest are forgotten. */
const mostAddresses = 10_000

/** Failures by remote address. */
export class FailureLimit {
  private readonly failures = new Map<string, { count: number; lastMs: number }>()

  /** How long this address has to wait before it may try again, in ms; 0 where it may now. */
  waitMs(address: string, nowMs: number): number {
    const entry = this.failures.get(address)
    if (entry === undefined) return 0
    const leftMs = entry.lastMs + forgottenAfterMs - nowMs
    if (leftMs <= 0) {
      this.failures.delete(address)
      return 0
    }
    return entry.count >= mostFailures ? leftMs : 0
  }

  noteFailure(address: string, nowMs: number): void {
    const count = (this.failures.get(address)?.count ?? 0) + 1
    // Set anew, so that the map stays in the order of the last failure.
    this.failures.delete(address)
    this.failures.set(address, { count, lastMs: nowMs })
    const [oldest] = this.failures.keys()
    if (this.failures.size > mostAddresses && oldest !== undefined) this.failures.delete(oldest)
  }
}
