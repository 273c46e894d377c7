/**
 * The clock of a worker: wall time in µs that never jumps while the process lives.
 */
import { performance } from 'node:perf_hooks'

const originMs = performance.timeOrigin

/** Microseconds since 1 January 1970 UTC, monotonic within this process. */
export function epochUs(): number {
  return (originMs + performance.now()) * 1000
}

/** The same in milliseconds. */
export function epochMs(): number {
  return originMs + performance.now()
}
