/**
 * Scores of first-sight predictions.
 */
import type { BacktestedFirstSight, BacktestedPoint, FirstSightScores } from '../contracts/backtest.ts'
import { median } from './median.ts'

/** The scores of the points whose first prediction is known. */
export function firstSightScoresOf(points: readonly BacktestedPoint[]): FirstSightScores {
  const known = points.filter(isKnown)
  const errors = absolute(known.map(({ firstSight }) => firstSight.error))
  const withBand = known.filter(({ firstSight }) => firstSight.isInside !== null)
  const countInside = (isCensored: boolean) => {
    const chosen = withBand.filter(({ censored }) => censored === isCensored)
    return { all: chosen.length, inside: chosen.filter(({ firstSight }) => firstSight.isInside).length }
  }
  const [figures, bounds] = [countInside(false), countInside(true)]
  return {
    points: known.length,
    publications: publicationsOf(known),
    errors: errors.length,
    medianAbsError: median(errors),
    bands: figures.all,
    inside: figures.inside,
    bounds: bounds.all,
    boundsReached: bounds.inside,
  }
}

type KnownPoint = BacktestedPoint & { readonly firstSight: BacktestedFirstSight }

function isKnown(point: BacktestedPoint): point is KnownPoint {
  return point.firstSight !== null
}

/** The number of different publications among the points. */
export function publicationsOf(points: readonly BacktestedPoint[]): number {
  return new Set(points.map(({ publication }) => publication)).size
}

/** The absolute errors, without those that are not known. */
export function absolute(errors: readonly (number | null)[]): number[] {
  return errors.flatMap((error) => (error === null ? [] : Math.abs(error)))
}
