/**
 * The 99th percentile of a second over its clients.
 */
import { readSeconds } from './sparse-histogram.ts'

/** The 99th percentile of the merged histograms, in microseconds; null if nothing was recorded. */
export function p99Us(encoded: readonly (string | null)[]): number | null {
  return readSeconds(encoded, [99])?.valuesUs[0] ?? null
}
