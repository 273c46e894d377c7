/**
 * Time that is left of a time, whatever this machine's clock is set to meanwhile.
 */

/** Counts down from so many milliseconds: tells how many are left, below zero once it is over. */
export function countDown(durationMs: number): () => number {
  const endMs = performance.now() + durationMs
  return () => endMs - performance.now()
}
