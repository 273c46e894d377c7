/**
 * Null models of first-sight predictions: what a band is worth shows beside bands that know less.
 */
import type { BacktestedPoint } from '../contracts/backtest.ts'
import type { Band } from '../contracts/primitives.ts'
import { logRatio } from './interval-score.ts'
import { smallestWidth, weightsOf } from './smallest-width.ts'

/** Standard deviations either way that hold nine of ten of a normal distribution. */
const normalNinety = 1.645

/**
 * One width for all, as a factor either way: the smallest that holds 90 % of the first sights that were not blind, where
 * each publication weighs one. No blind figure is read. Null if there are none.
 */
export function oneWidthFactor(points: readonly BacktestedPoint[]): number | null {
  const earlier = points.flatMap(({ firstSight, published, publication, censored }) => {
    if (censored || firstSight === null || firstSight.basis === 'blind') return []
    return [{ publication, distance: Math.abs(logRatio(firstSight.likely, published)) }]
  })
  return smallestWidth(earlier)
}

/**
 * No model at all: the figure is taken to be like those of the other publications. Geometric mean of their payload rates
 * and 1.645 standard deviations of their logarithms either way; each publication weighs one. Null with fewer than two
 * other publications.
 */
export function withoutModel(publication: string, points: readonly BacktestedPoint[]): Band | null {
  const others = points.flatMap((point) =>
    point.publication === publication || point.publishedPayloadBytesPerSec === null
      ? []
      : [{ publication: point.publication, log: Math.log(point.publishedPayloadBytesPerSec) }],
  )
  const publications = new Set(others.map((each) => each.publication)).size
  if (publications < 2) return null
  const weigh = weightsOf(others)
  const mean = others.reduce((sum, each) => sum + weigh(each) * each.log, 0) / publications
  const variance = others.reduce((sum, each) => sum + weigh(each) * (each.log - mean) ** 2, 0) / publications
  const reach = normalNinety * Math.sqrt(variance)
  return { low: Math.exp(mean - reach), likely: Math.exp(mean), high: Math.exp(mean + reach) }
}
