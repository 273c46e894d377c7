/**
 * The order in which all painters draw the series.
 */
import type { Series } from './chart-description.ts'

/**
 * The layer of a series. Series with larger numbers are drawn later. Bands are below everything. The likely line is
 * above the measured line, which looks like a filled area for a long run. Means and the working point are on top.
 */
export function layerOf(series: Series): number {
  if (series.kind === 'band') return 0
  if (series.kind === 'intervals') return 3
  if (series.kind === 'line' && series.mark === 'working-point') return 4
  return series.kind === 'line' && series.mark === 'predicted-likely' ? 2 : 1
}

/** The series sorted from the bottom layer up. Series of the same layer keep their order. */
export function fromBottomUp(series: readonly Series[]): Series[] {
  return [...series].sort((a, b) => layerOf(a) - layerOf(b))
}
