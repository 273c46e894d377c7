/**
 * The order in which every painter draws the series.
 */
import type { Series } from './chart-description.ts'

/**
 * Larger numbers are drawn later. Bands are below everything. The likely line is above the measured one, which is as dense
 * as a surface for a long run. Means are on top.
 */
export function layerOf(series: Series): number {
  if (series.kind === 'band') return 0
  if (series.kind === 'intervals') return 3
  if (series.kind === 'line' && series.mark === 'working-point') return 4
  return series.kind === 'line' && series.mark === 'predicted-likely' ? 2 : 1
}

/** Series from the bottom up; equal marks in the order of the description. */
export function fromBottomUp(series: readonly Series[]): Series[] {
  return [...series].sort((a, b) => layerOf(a) - layerOf(b))
}
