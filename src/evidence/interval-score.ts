/**
 * The interval score, which judges bands: the narrower they are and the more figures they contain, the lower (better) it is.
 */
import type { IntervalScores } from '../contracts/backtest.ts'
import type { Band } from '../contracts/primitives.ts'
import { median } from './median.ts'

/** Share of figures that should be outside their bands, because bands should contain 90 %. */
const outsideShare = 0.1

/** Smaller ratios count as this one. A refused workload is predicted as zero, which has no logarithm. */
const minRatio = 1e-6

/** A published figure and the band of its prediction, in the same unit. */
export type JudgedBand = Band & { readonly published: number }

/**
 * The interval score of Gneiting and Raftery (2007) in logarithms, for bands that should contain 90 % of the figures.
 * It is ln(high / low), plus 2 / 0.1 x ln(factor between the figure and the nearest end) if the figure is outside.
 */
export function intervalScore({ low, high, published }: JudgedBand): number {
  const [lowLog, highLog] = [logRatio(low, published), logRatio(high, published)]
  return highLog - lowLog + (2 / outsideShare) * (Math.max(0, lowLog) + Math.max(0, -highLog))
}

/** The scores over all bands. There must be at least one. */
export function intervalScoresOf(bands: readonly JudgedBand[]): IntervalScores {
  const total = bands.reduce((sum, band) => sum + intervalScore(band), 0)
  const widths = bands.map(({ low, high }) => Math.max(high, minRatio) / Math.max(low, minRatio))
  return {
    figures: bands.length,
    inside: bands.filter(({ low, high, published }) => low <= published && published <= high).length,
    medianAbsError: median(bands.map(({ likely, published }) => Math.abs(likely / published - 1))) ?? 0,
    medianWidthFactor: Math.sqrt(median(widths) ?? 1),
    intervalScore: total / bands.length,
  }
}

/** ln(value / published), where a ratio below `minRatio` counts as `minRatio`. */
export function logRatio(value: number, published: number): number {
  return Math.log(Math.max(value / published, minRatio))
}
