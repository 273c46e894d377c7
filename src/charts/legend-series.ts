/**
 * Which series a legend names: those that are not labelled where they are drawn.
 */
import type { Series } from './chart-description.ts'

/** True where the legend has to say what a series is. */
export function isInLegend(series: Series): boolean {
  if (series.kind === 'lines') return true
  if (series.kind === 'line') return series.mark !== 'working-point'
  if (series.kind === 'intervals') return series.points.length > 0 && series.points.every(({ text }) => text === '')
  return series.kind === 'band' && series.label !== ''
}
