/**
 * The clock of hosts and workers. It gives wall time but never jumps while the process runs. In a distributed run,
 * workers use the controller's clock, so that end-to-end times between machines are meaningful.
 */
import { performance } from 'node:perf_hooks'
import { wallClockOriginMs } from '../../measurement/wall-clock.ts'

const originMs = wallClockOriginMs({ monotonicMs: () => performance.now(), wallMs: Date.now })

let offsetMs = 0

/**
 * Makes this clock follow the controller's. Call it before any time is read.
 * @param clockOffsetMs this machine's clock minus the controller's
 */
export function followController(clockOffsetMs: number): void {
  offsetMs = clockOffsetMs
}

/** Returns microseconds since 1 January 1970 UTC, monotonic within this process. */
export function epochUs(): number {
  return epochMs() * 1000
}

/** Returns milliseconds since 1 January 1970 UTC, monotonic within this process. */
export function epochMs(): number {
  return originMs + performance.now() - offsetMs
}
