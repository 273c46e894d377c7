/**
 * A time limit that does not change when this machine's clock is set.
 */

/** Starts a countdown. @returns a function that gives the remaining milliseconds, negative after the end */
export function startCountdown(durationMs: number): () => number {
  const endMs = performance.now() + durationMs
  return () => endMs - performance.now()
}
