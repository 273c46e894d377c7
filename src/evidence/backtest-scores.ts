/**
 * Scores of a backtest: median errors and coverage of the bands, over its points.
 */
import type { BacktestedPoint, BacktestScores, FirstSightScores, HeldOutScores } from '../contracts/backtest.ts'
import type { Band } from '../contracts/primitives.ts'
import { median } from './median.ts'

/** Scores over the points of one or several models. `parameters` is the number of fitted parameters. */
export function scoresOf(points: readonly BacktestedPoint[], parameters: number): BacktestScores {
  const counted = points.filter((point) => point.counted && point.heldOut === null)
  const bands = counted.flatMap(({ leaveOneOut, published }) =>
    leaveOneOut === null ? [] : [{ ...leaveOneOut, published }],
  )
  const inside = bands.filter(({ published, ...each }) => isInside(each, published))
  return {
    countedPoints: counted.length,
    medianAbsError: median(absolute(counted.map(({ error }) => error))),
    medianAbsErrorLeaveOneOut: median(absolute(counted.map(({ leaveOneOutError }) => leaveOneOutError))),
    censoredPredictedBelow: points.filter(({ below }) => below === 'likely' || below === 'band').length,
    censoredBandBelow: points.filter(({ below }) => below === 'band').length,
    parameters,
    coverage: bands.length === 0 ? null : inside.length / bands.length,
    medianWidth: median(bands.flatMap(({ low, likely, high }) => (likely > 0 ? [(high - low) / 2 / likely] : []))),
    publications: publicationsOf(points),
    firstSight: firstSightScoresOf(points),
    withoutPublication: withoutPublicationScoresOf(counted),
    heldOut: { seen: heldOutScoresOf(points, 'seen'), unseen: heldOutScoresOf(points, 'unseen') },
  }
}

/** True if the value lies in the band, ends included. */
export function isInside({ low, high }: Pick<Band, 'low' | 'high'>, value: number): boolean {
  return low <= value && value <= high
}

function firstSightScoresOf(points: readonly BacktestedPoint[]): FirstSightScores {
  const known = points.filter(({ firstSight }) => firstSight !== null)
  const errors = absolute(known.map(({ firstSight }) => firstSight?.error ?? null))
  const withBand = known.filter(({ firstSight }) => firstSight?.isInside !== null)
  const countInside = (isCensored: boolean) => {
    const chosen = withBand.filter(({ censored }) => censored === isCensored)
    return { all: chosen.length, inside: chosen.filter(({ firstSight }) => firstSight?.isInside).length }
  }
  const [figures, bounds] = [countInside(false), countInside(true)]
  return {
    points: known.length,
    publications: publicationsOf(known),
    unknownPoints: points.length - known.length,
    errors: errors.length,
    medianAbsError: median(errors),
    bands: figures.all,
    inside: figures.inside,
    bounds: bounds.all,
    boundsReached: bounds.inside,
  }
}

function withoutPublicationScoresOf(counted: readonly BacktestedPoint[]): BacktestScores['withoutPublication'] {
  const errors = absolute(counted.map((point) => point.withoutPublication?.error ?? null))
  const notIdentified = counted.filter((point) => point.withoutPublication?.predicted === null)
  return { points: errors.length, medianAbsError: median(errors), notIdentifiedPoints: notIdentified.length }
}

function heldOutScoresOf(points: readonly BacktestedPoint[], kind: 'seen' | 'unseen'): HeldOutScores {
  const counted = points.filter((point) => point.counted && point.heldOut === kind)
  const inside = counted.filter(({ predicted, published }) => isInside(predicted, published))
  const insideWithoutPublication = counted.flatMap((point) => {
    const band = point.withoutPublication?.predicted ?? null
    return band === null ? [] : [isInside(band, point.published)]
  })
  return {
    countedPoints: counted.length,
    medianAbsError: median(absolute(counted.map(({ error }) => error))),
    coverage: counted.length === 0 ? null : inside.length / counted.length,
    publications: publicationsOf(counted),
    withoutPublication: {
      points: insideWithoutPublication.length,
      inside: insideWithoutPublication.filter(Boolean).length,
    },
  }
}

function publicationsOf(points: readonly BacktestedPoint[]): number {
  return new Set(points.map(({ publication }) => publication)).size
}

/** Absolute errors of the points that have one. */
function absolute(errors: readonly (number | null)[]): number[] {
  return errors.flatMap((error) => (error === null ? [] : Math.abs(error)))
}
