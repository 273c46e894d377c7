/**
 * Figures of sampled batches that are used for several facts.
 */
import type { BatchSample, BatchSpot } from '../../contracts/batch-sample.ts'

/** A figure with its relative error at 95 %, which is null if the sample is too small to estimate it. */
export interface SampledFigure {
  readonly value: number
  readonly relativeError: number | null
}

/** Wire bytes / records, each partition with the weight of its records. */
export function wireBytesOf(sample: BatchSample | null): SampledFigure | null {
  if (sample === null) return null
  const records = sample.hits.records + sample.following.records
  if (records === 0) return null
  const { totals } = sample
  const hasTotals = totals !== undefined && totals.records > 0
  const value = hasTotals
    ? totals.wireBytes / totals.records
    : (sample.hits.wireBytes + sample.following.wireBytes) / records
  return { value, relativeError: ratioError(sample.spots, ({ wireBytes }) => wireBytes) }
}

/** Share of offsets that are records. Each transaction uses one more offset per partition, for its marker. */
export function recordsShare(sample: BatchSample | null): number {
  if (sample === null || sample.controlBatches === 0) return 1
  const records = sample.hits.records + sample.following.records
  return records === 0 ? 1 : records / (records + sample.controlBatches)
}

/** With fewer spots, their spread is no estimate of the error. A rule of thumb. */
const minSpots = 5

/**
 * Relative error at 95 % of the ratio (sum of amounts) / (sum of records), from the spread between the sampled spots,
 * which are independent. Null if there are too few spots.
 */
export function ratioError(spots: readonly BatchSpot[], amountOf: (spot: BatchSpot) => number): number | null {
  const withRecords = spots.filter(({ records }) => records > 0)
  if (withRecords.length < minSpots) return null
  const records = withRecords.reduce((sum, spot) => sum + spot.records, 0)
  const ratio = withRecords.reduce((sum, spot) => sum + amountOf(spot), 0) / records
  if (ratio === 0) return null
  const squares = withRecords.reduce((sum, spot) => sum + (amountOf(spot) - ratio * spot.records) ** 2, 0)
  const variance = (squares * withRecords.length) / (withRecords.length - 1) / records ** 2
  return (1.96 * Math.sqrt(variance)) / ratio
}
