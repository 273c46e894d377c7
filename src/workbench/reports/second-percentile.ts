/**
 * The 99th percentile of a second over its clients.
 */
import { readSeconds } from './sparse-histogram.ts'

/** The merged 99th percentile in microseconds, never a mean of percentiles; null where nothing was recorded. */
export function p99Us(encoded: readonly (string | null)[]): number | null {
  return readSeconds(encoded, [99])?.valuesUs[0] ?? null
}
