/**
 * Computes the 99th percentile of a latency over all clients.
 */
import { mergeHistograms } from './sparse-histogram.ts'

/** Returns the 99th percentile of the merged histograms in microseconds; null if nothing was recorded. */
export function p99Us(encoded: readonly (string | null)[]): number | null {
  return mergeHistograms(encoded, [99])?.valuesUs[0] ?? null
}
