/**
 * Null models of first-sight predictions. A model's bands are worth something if they score better than these.
 */
import type { BacktestedPoint } from '../contracts/backtest.ts'
import type { Band } from '../contracts/primitives.ts'
import { logRatio } from './interval-score.ts'
import { smallestWidth, weightsOf } from './smallest-width.ts'

/** 90 % of a normal distribution are within this many standard deviations of its mean. */
const ninetyPercentDeviations = 1.645

/**
 * The null model in which all bands have the same width: the likely value divided and multiplied by this factor. It is
 * the smallest factor with which 90 % of the figures that were not predicted blind are inside their bands; every
 * publication has the same weight. Blind figures, and those that test the bands by law, are not used. Null if there are no
 * others.
 */
export function oneWidthFactor(points: readonly BacktestedPoint[]): number | null {
  const earlier = points.flatMap(({ firstSight, published, publication, censored }) => {
    if (censored || firstSight === null || firstSight.basis === 'blind' || firstSight.testsBands) return []
    return [{ publication, distance: Math.abs(logRatio(firstSight.likely, published)) }]
  })
  return smallestWidth(earlier)
}

/**
 * The null model without any model: a figure is predicted from those of the other publications. The band is the
 * geometric mean of their payload rates, and 1.645 standard deviations of their logarithms either way. Every
 * publication has the same weight. Null if there are fewer than two other publications.
 */
export function withoutModel(publication: string, points: readonly BacktestedPoint[]): Band | null {
  const others = points.flatMap((point) =>
    point.publication === publication || point.publishedPayloadBytesPerSec === null
      ? []
      : [{ publication: point.publication, log: Math.log(point.publishedPayloadBytesPerSec) }],
  )
  const publications = new Set(others.map((figure) => figure.publication)).size
  if (publications < 2) return null
  const weigh = weightsOf(others)
  const mean = others.reduce((sum, figure) => sum + weigh(figure) * figure.log, 0) / publications
  const variance = others.reduce((sum, figure) => sum + weigh(figure) * (figure.log - mean) ** 2, 0) / publications
  const halfWidth = ninetyPercentDeviations * Math.sqrt(variance)
  return { low: Math.exp(mean - halfWidth), likely: Math.exp(mean), high: Math.exp(mean + halfWidth) }
}
