/**
 * What the library, by its own decoder and its own sum, says of encoded histograms: what ours is held against.
 */
import { decodeFromCompressedBase64 } from 'hdr-histogram-js'

/** Maximum, mean and percentiles (0 to 100) of the sum; null where nothing was recorded. */
export function readByLibrary(encoded: readonly (string | null)[], percentiles: readonly number[]) {
  const [sum, ...others] = encoded
    .filter((entry) => entry !== null)
    .map((entry) => decodeFromCompressedBase64(entry, 64))
  if (sum === undefined) return null
  sum.autoResize = true
  for (const other of others) sum.add(other)
  if (sum.totalCount === 0) return null
  return {
    maxUs: sum.maxValue,
    meanUs: sum.mean,
    valuesUs: percentiles.map((percentile) => sum.getValueAtPercentile(percentile)),
  }
}
