/**
 * Distributions of value sizes around their mean.
 */
import type { RecordSizes } from '../contracts/workload.ts'
import { normalQuantile } from './normal-law.ts'

/** Number of sizes that represent a distribution without a formula. */
const usualCount = 256

/**
 * `count` equally likely sizes, smallest first: the quantiles of the distribution at the middles of `count` equal shares.
 *
 * All are multiplied by one factor, so that their mean is `meanBytes`. The largest 1 / (2 x count) of the sizes is not
 * represented. Not rounded.
 */
export function likelySizes(meanBytes: number, sizes: RecordSizes | undefined, count = usualCount): number[] {
  const raw = Array.from({ length: count }, (_, index) => sizeAt((index + 0.5) / count, sizes))
  const factor = meanBytes / meanOf(raw)
  return raw.map((size) => size * factor)
}

/** The largest of the likely sizes: 1 in 512 is larger. */
export function largestLikelySize(meanBytes: number, sizes: RecordSizes | undefined): number {
  if (sizes === undefined || sizes.kind === 'fixed') return meanBytes
  return likelySizes(meanBytes, sizes).at(-1) ?? meanBytes
}

/** Standard deviation of the sizes relative to their mean; 0 if all are equal. */
export function relativeDeviation(sizes: RecordSizes | undefined): number {
  if (sizes === undefined || sizes.kind === 'fixed') return 0
  if (sizes.kind === 'uniform') return sizes.spread / Math.sqrt(3)
  const likely = likelySizes(1, sizes)
  return Math.sqrt(meanOf(likely.map((size) => (size - 1) ** 2)))
}

/** Factor on sizes given at percentiles that makes their mean `meanBytes`; 1 for other distributions. */
export function percentileFactor(meanBytes: number, sizes: RecordSizes | undefined): number {
  if (sizes?.kind !== 'percentiles') return 1
  return meanBytes / meanOf(Array.from({ length: usualCount }, (_, index) => sizeAt((index + 0.5) / usualCount, sizes)))
}

/** Quantile of the sizes, relative to the mean; in bytes for a distribution given by percentiles. */
function sizeAt(share: number, sizes: RecordSizes | undefined): number {
  if (sizes === undefined || sizes.kind === 'fixed') return 1
  if (sizes.kind === 'uniform') return 1 + sizes.spread * (2 * share - 1)
  if (sizes.kind === 'lognormal') return Math.exp(sizes.sigma * normalQuantile(share))
  const { points } = sizes
  const after = points.findIndex((point) => point.fraction >= share)
  const upper = points[after === -1 ? points.length - 1 : after]
  const lower = points[after - 1]
  if (upper === undefined) return 1
  if (lower === undefined || upper.fraction === lower.fraction) return upper.bytes
  return lower.bytes + ((upper.bytes - lower.bytes) * (share - lower.fraction)) / (upper.fraction - lower.fraction)
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
