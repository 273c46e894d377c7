/**
 * How a limit fills as the load grows. It explains why headroom and utilisation need not multiply to 100 %.
 */
import { dimensionRecords } from '../contracts/dimensions.ts'
import type { Constraint } from '../contracts/prediction.ts'

/** `slower`: for example requests, because larger batches need fewer requests per record. `none`: for example partitions. */
export type GrowthWithLoad = 'none' | 'slower' | 'proportional' | 'faster'

/** Factor x utilisation within this share of 1 counts as 100 %. */
const proportionalTolerance = 0.02

/**
 * How a limit grows with the load.
 *
 * @param headroom the factor on the load at which the first limit is full
 */
export function growthWithLoad(
  { dimension, utilisation }: Pick<Constraint, 'dimension' | 'utilisation'>,
  headroom: number,
): GrowthWithLoad {
  if (dimensionRecords[dimension].role !== 'grows') return 'none'
  const product = headroom * utilisation
  if (Math.abs(product - 1) <= proportionalTolerance) return 'proportional'
  // Below 1 the load shrinks: if demand shrinks less, the limit is full at a smaller factor than 1 / utilisation.
  return product > 1 === headroom > 1 ? 'slower' : 'faster'
}
