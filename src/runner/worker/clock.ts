/**
 * The clock of host and worker: wall time in µs that never jumps while the process lives. In a run over several
 * machines a worker's clock is the controller's, so that latencies from one to another mean something.
 */
import { performance } from 'node:perf_hooks'
import { wallClockOriginMs } from '../../measurement/wall-clock.ts'

const originMs = wallClockOriginMs({ monotonicMs: () => performance.now(), wallMs: Date.now })

let offsetMs = 0

/** From now on tells the time of a controller, whose clock this machine's is ahead of by so much. Before anything else. */
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
