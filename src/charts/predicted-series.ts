/**
 * Series of a prediction in a chart over time: its band, and its likely value as a line.
 */
import type { Band } from '../contracts/primitives.ts'
import type { Series } from './chart-description.ts'

/** The band and the likely value from second 0 to the end. */
export function predictedSeries(band: Band, seconds: number): Series[] {
  const ends = [0, seconds]
  return [
    {
      kind: 'band',
      id: 'predicted-band',
      label: 'predicted band',
      points: ends.map((x) => ({ x, low: band.low, high: band.high })),
    },
    {
      kind: 'line',
      id: 'predicted-likely',
      label: 'predicted, likely',
      mark: 'predicted-likely',
      points: ends.map((x) => ({ x, y: band.likely })),
    },
  ]
}
