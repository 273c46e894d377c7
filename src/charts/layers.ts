/**
 * Which series lies on which: the order in which every painter draws.
 */
import type { Series } from './chart-description.ts'

/**
 * Larger is nearer to the eye. Bands lie under everything; the likely line lies on the measured one, which for a long run
 * is as dense as a surface; means stand on top.
 */
export function layerOf(series: Series): number {
  if (series.kind === 'band') return 0
  if (series.kind === 'intervals') return 3
  if (series.kind === 'line' && series.mark === 'working-point') return 4
  return series.kind === 'line' && series.mark === 'predicted-likely' ? 2 : 1
}

/** Series from the bottom up; alike ones in the order of the description. */
export function fromBottomUp(series: readonly Series[]): Series[] {
  return [...series].sort((a, b) => layerOf(a) - layerOf(b))
}
