/**
 * Times of a reading. Rates are made from them, so a clock that is set while a cluster is read must not move them.
 */
import { uptime } from 'node:os'

/** The two clocks of a machine. */
export interface MachineClocks {
  /** Wall clock in epoch ms, such as `Date.now()`. It can be set. */
  readonly wallMs: () => number
  /** Time since the machine was started, in ms. It counts while the machine sleeps, and cannot be set. */
  readonly uptimeMs: () => number
}

/** A wall clock that was set differs from the uptime by more. A clock that is only corrected slowly differs by less. */
const setByMs = 1_000

/**
 * A wall clock that goes on as if it had not been set since the call.
 *
 * The uptime tells by how much it was set, to 10 ms or so. A monotonic clock would not do: it stands still while the
 * machine sleeps, and brokers do not.
 */
export function steadyClock({ wallMs, uptimeMs }: MachineClocks): () => number {
  const originMs = wallMs() - uptimeMs()
  let setMs = 0
  return () => {
    const nowMs = wallMs()
    const aheadMs = nowMs - setMs - uptimeMs() - originMs
    if (Math.abs(aheadMs) > setByMs) setMs += aheadMs
    return nowMs - setMs
  }
}

/** Epoch ms for the times of a reading. */
export const readingTimeMs = steadyClock({ wallMs: Date.now, uptimeMs: () => uptime() * 1_000 })
