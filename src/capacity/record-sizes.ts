/**
 * Distributions of value sizes around their mean.
 */
import type { RecordSizes } from '../contracts/workload.ts'
import { normalQuantile } from './normal-law.ts'

/** Number of equally likely sizes that stand for a distribution. */
const usualCount = 256

/**
 * `count` equally likely sizes, smallest first: the quantiles of the distribution at the middles of `count` equal
 * shares.
 *
 * All are multiplied by one factor, so that their mean is `meanBytes`. They are not rounded. The sizes above the quantile
 * 1 - 1 / (2 x count) are not represented.
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

/**
 * The sizes up to a bound: their share of all (0 to 1), their mean and the mean of their squares; 0 if there are none.
 */
export type SizesUpTo = { readonly share: number; readonly meanBytes: number; readonly meanSquare: number }

/**
 * The sizes up to a bound. Each of the likely sizes stands for all sizes up to halfway to its neighbours. If the bound cuts
 * such a range, a part of the size counts, so that the share grows without steps.
 */
export function partsUpTo(bytes: number, meanBytes: number, sizes: RecordSizes | undefined): SizesUpTo {
  const likely = likelySizes(meanBytes, sizes)
  const largest = likely.at(-1) ?? meanBytes
  let [count, sum, squares] = [0, 0, 0]
  for (const [index, size] of likely.entries()) {
    const low = (size + (likely[index - 1] ?? size)) / 2
    const high = (size + (likely[index + 1] ?? largest)) / 2
    const part = high <= bytes ? 1 : low >= bytes ? 0 : (bytes - low) / (high - low)
    count += part
    sum += part * size
    squares += part * size ** 2
  }
  if (count === 0) return { share: 0, meanBytes: 0, meanSquare: 0 }
  return { share: count / likely.length, meanBytes: sum / count, meanSquare: squares / count }
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
