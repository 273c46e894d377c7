/**
 * The clock of a reading. Rates are computed from its times, so they must not jump if the machine's clock is set meanwhile.
 */
import { uptime } from 'node:os'

/** The two clocks of a machine. */
export interface MachineClocks {
  /** Wall clock in epoch ms, such as `Date.now()`. It can be set. */
  readonly wallMs: () => number
  /** Time since the machine was started, in ms. It counts while the machine sleeps, and cannot be set. */
  readonly uptimeMs: () => number
}

/** If wall clock and uptime diverge by more than this, the clock was set. A clock that is corrected slowly diverges by less. */
const setByMs = 1_000

/**
 * Creates a wall clock that goes on as if the machine's clock were never set after this call.
 *
 * The uptime tells by how much it was set, with an error of about 10 ms. A monotonic clock would not do: it stands still while
 * the machine sleeps, but the brokers continue.
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
