/**
 * Limits how fast tokens can be guessed. After `maxFailures` failures, an address must wait.
 */

const maxFailures = 5
/** An address may try again, with a new count, this long after its last failure. */
const forgottenAfterMs = 60_000

/** Bounds the memory. Above this number of addresses, the one with the oldest failure is forgotten. */
const maxAddresses = 10_000

/** Counts failures by remote address. */
export class FailureLimit {
  private readonly failures = new Map<string, { count: number; lastMs: number }>()

  /** Time until this address may try again; 0 if it may try now. */
  waitMs(address: string, nowMs: number): number {
    const entry = this.failures.get(address)
    if (entry === undefined) return 0
    const remainingMs = entry.lastMs + forgottenAfterMs - nowMs
    if (remainingMs <= 0) {
      this.failures.delete(address)
      return 0
    }
    return entry.count >= maxFailures ? remainingMs : 0
  }

  noteFailure(address: string, nowMs: number): void {
    const count = (this.failures.get(address)?.count ?? 0) + 1
    // Deleting first moves the entry to the end, so that the map stays ordered by last failure.
    this.failures.delete(address)
    this.failures.set(address, { count, lastMs: nowMs })
    const [oldest] = this.failures.keys()
    if (this.failures.size > maxAddresses && oldest !== undefined) this.failures.delete(oldest)
  }
}
