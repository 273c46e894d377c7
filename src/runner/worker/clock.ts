/**
 * The clock of host and worker: wall time that never jumps while the process runs. In a distributed run workers use the
 * controller's time, so that end-to-end times between machines are meaningful.
 */
import { performance } from 'node:perf_hooks'
import { wallClockOriginMs } from '../../measurement/wall-clock.ts'

const originMs = wallClockOriginMs({ monotonicMs: () => performance.now(), wallMs: Date.now })

let offsetMs = 0

/** Applies the offset to the controller's clock; call it first. @param clockOffsetMs this machine's clock minus it */
export function followController(clockOffsetMs: number): void {
  offsetMs = clockOffsetMs
}

/** Microseconds since 1 January 1970 UTC, monotonic within this process. */
export function epochUs(): number {
  return epochMs() * 1000
}

/** The same in milliseconds. */
export function epochMs(): number {
  return originMs + performance.now() - offsetMs
}
