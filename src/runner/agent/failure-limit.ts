/**
 * Limits how fast tokens can be guessed: after some failures, an address has to wait.
 */

const mostFailures = 5
const forgottenAfterMs = 60_000

/** Bounds the memory: beyond this many addresses, the one with the oldest failure is forgotten. */
const mostAddresses = 10_000

/** Counts failures by remote address. */
export class FailureLimit {
  private readonly failures = new Map<string, { count: number; lastMs: number }>()

  /** Time until this address may try again; 0 if it may try now. */
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
    // Deleted and set again, so that the map stays in the order of the last failures.
    this.failures.delete(address)
    this.failures.set(address, { count, lastMs: nowMs })
    const [oldest] = this.failures.keys()
    if (this.failures.size > mostAddresses && oldest !== undefined) this.failures.delete(oldest)
  }
}
