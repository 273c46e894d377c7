/**
 * Scores of a backtest: medians and coverage over its points.
 */
import type { BacktestedPoint, BacktestScores, FirstSightScores, HeldOutScores } from '../contracts/backtest.ts'
import type { Band } from '../contracts/primitives.ts'
import { median } from './median.ts'

/** Scores over points of one model or several, with so many fitted parameters. */
export function scoresOf(points: readonly BacktestedPoint[], parameters: number): BacktestScores {
  const counted = points.filter((point) => point.counted && point.heldOut === null)
  const bands = counted.flatMap(({ leaveOneOut, published }) =>
    leaveOneOut === null ? [] : [{ ...leaveOneOut, published }],
  )
  const inside = bands.filter(({ published, ...each }) => isInside(each, published))
  return {
    countedPoints: counted.length,
    medianAbsError: median(sizes(counted.map(({ error }) => error))),
    medianAbsErrorLeaveOneOut: median(sizes(counted.map(({ leaveOneOutError }) => leaveOneOutError))),
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

/** Whether a band holds a value. */
export function isInside({ low, high }: Pick<Band, 'low' | 'high'>, value: number): boolean {
  return low <= value && value <= high
}

function firstSightScoresOf(points: readonly BacktestedPoint[]): FirstSightScores {
  const known = points.filter(({ firstSight }) => firstSight !== null)
  const errors = sizes(known.map(({ firstSight }) => firstSight?.error ?? null))
  const banded = known.filter(({ firstSight }) => firstSight?.isInside !== null)
  const held = (isBound: boolean) => {
    const own = banded.filter(({ censored }) => censored === isBound)
    return { all: own.length, inside: own.filter(({ firstSight }) => firstSight?.isInside).length }
  }
  const [figures, bounds] = [held(false), held(true)]
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
  const errors = sizes(counted.map((point) => point.withoutPublication?.error ?? null))
  const open = counted.filter((point) => point.withoutPublication?.predicted === null)
  return { points: errors.length, medianAbsError: median(errors), notIdentifiedPoints: open.length }
}

function heldOutScoresOf(points: readonly BacktestedPoint[], kind: 'seen' | 'unseen'): HeldOutScores {
  const counted = points.filter((point) => point.counted && point.heldOut === kind)
  const inside = counted.filter(({ predicted, published }) => isInside(predicted, published))
  const judged = counted.flatMap((point) => {
    const band = point.withoutPublication?.predicted ?? null
    return band === null ? [] : [isInside(band, point.published)]
  })
  return {
    countedPoints: counted.length,
    medianAbsError: median(sizes(counted.map(({ error }) => error))),
    coverage: counted.length === 0 ? null : inside.length / counted.length,
    publications: publicationsOf(counted),
    withoutPublication: { points: judged.length, inside: judged.filter((each) => each).length },
  }
}

function publicationsOf(points: readonly BacktestedPoint[]): number {
  return new Set(points.map(({ publication }) => publication)).size
}

function sizes(errors: readonly (number | null)[]): number[] {
  return errors.flatMap((error) => (error === null ? [] : Math.abs(error)))
}
