/**
 * The interval score: narrow bands that hold their figures score low.
 */
import type { IntervalScores } from '../contracts/backtest.ts'
import type { Band } from '../contracts/primitives.ts'
import { median } from './median.ts'

/** Share of figures outside a band that is as wide as it says. */
const outsideShare = 0.1

/** Ratio that stands for zero, which has no logarithm: a refused workload is predicted as zero. */
const leastRatio = 1e-6

/** A figure with a band around its prediction, all in one unit. */
export type JudgedBand = Band & { readonly published: number }

/**
 * ln(high / low) + 2 / 0.1 x ln(distance factor) of a figure outside: the interval score of Gneiting and Raftery (2007),
 * in logarithms, for bands that should hold nine of ten.
 */
export function intervalScore({ low, high, published }: JudgedBand): number {
  const [least, most] = [logRatio(low, published), logRatio(high, published)]
  return most - least + (2 / outsideShare) * (Math.max(0, least) + Math.max(0, -most))
}

/** The scores of at least one band. */
export function intervalScoresOf(bands: readonly JudgedBand[]): IntervalScores {
  const total = bands.reduce((sum, each) => sum + intervalScore(each), 0)
  const widths = bands.map(({ low, high }) => Math.max(high, leastRatio) / Math.max(low, leastRatio))
  return {
    figures: bands.length,
    inside: bands.filter(({ low, high, published }) => low <= published && published <= high).length,
    medianAbsError: median(bands.map(({ likely, published }) => Math.abs(likely / published - 1))) ?? 0,
    medianWidthFactor: Math.sqrt(median(widths) ?? 1),
    intervalScore: total / bands.length,
  }
}

/** ln(value / published). */
export function logRatio(value: number, published: number): number {
  return Math.log(Math.max(value / published, leastRatio))
}
