/**
 * Decides how often a reading repeats a request to a broker that is not ready yet: a coordinator that loads its groups after a
 * restart, or a broker of a partition whose leader is moving.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { RefusedError } from './broker-link.ts'

/**
 * LEADER_NOT_AVAILABLE, NOT_LEADER_OR_FOLLOWER, REPLICA_NOT_AVAILABLE, COORDINATOR_LOAD_IN_PROGRESS,
 * COORDINATOR_NOT_AVAILABLE, NOT_COORDINATOR, OFFSET_NOT_AVAILABLE.
 */
const passingCodes: ReadonlySet<number> = new Set([5, 6, 9, 14, 15, 16, 78])

/** COORDINATOR_NOT_AVAILABLE and NOT_COORDINATOR: another broker may coordinate the group now. */
const movedCodes: ReadonlySet<number> = new Set([15, 16])

/** Waits between the attempts of one request, in ms. */
const usualWaitsMs: readonly number[] = [250, 500, 1_000, 2_000, 4_000]

/** Maximum sum of all waits of a reading. Without it, a cluster with thousands of groups that are not ready would take hours. */
const maxTotalWaitMs = 60_000

/** True for an error that disappears by itself. */
export function isPassing(code: number | null): boolean {
  return code !== null && passingCodes.has(code)
}

/** True if a broker says that it does not coordinate a group. */
export function hasMoved(code: number | null): boolean {
  return code !== null && movedCodes.has(code)
}

/** The waits that one reading has left. */
export class Patience {
  private readonly signal: AbortSignal
  private readonly waitsMs: readonly number[]
  private leftMs = maxTotalWaitMs

  constructor(signal: AbortSignal, waitsMs = usualWaitsMs) {
    this.signal = signal
    this.waitsMs = waitsMs
  }

  /**
   * Waits before the next attempt.
   * @param tries number of waits that this request has had
   * @returns false, without waiting, if the request or the whole reading has used up its waits
   * @throws the reason of an abort
   */
  async wait(tries: number): Promise<boolean> {
    const waitMs = this.waitsMs[tries]
    if (waitMs === undefined || waitMs > this.leftMs) return false
    this.leftMs -= waitMs
    await sleep(waitMs, undefined, { signal: this.signal })
    return true
  }

  /**
   * Repeats a call until the broker is ready. The call gets the error code of the last attempt; null for the first one.
   * @throws the error of the last attempt
   */
  async untilReady<T>(call: (lastCode: number | null) => Promise<T>): Promise<T> {
    let lastCode: number | null = null
    for (let tries = 0; ; tries += 1) {
      try {
        return await call(lastCode)
      } catch (error) {
        lastCode = error instanceof RefusedError ? error.code : null
        if (!isPassing(lastCode) || !(await this.wait(tries))) throw error
      }
    }
  }
}
