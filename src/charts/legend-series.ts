/**
 * Determines which series the legend names: those that are drawn and have no label in the plot. Bars that are not stacked
 * have a key to their colours instead (`barKey`).
 */
import type { Series } from './chart-description.ts'

/** True if the legend names the series. */
export function isInLegend(series: Series): boolean {
  if (series.kind === 'lines') return true
  if (series.kind === 'bars') return series.part !== undefined
  if (series.kind === 'line') return series.mark !== 'working-point' && series.points.length > 0
  if (series.kind === 'intervals') return series.points.length > 0 && series.points.every(({ text }) => text === '')
  return series.kind === 'band' && series.label !== ''
}
