/**
 * Scores of a backtest over its points: median errors, and the share of figures inside their bands.
 */
import type { BacktestedPoint, BacktestScores, HeldOutScores } from '../contracts/backtest.ts'
import type { Band } from '../contracts/primitives.ts'
import { blindScoresOf } from './blind-scores.ts'
import { absolute, firstSightScoresOf, publicationsOf } from './first-sight-scores.ts'
import { median } from './median.ts'

/** The number of fitted parameters, and the number of points whose figure is not known yet. */
export type ScoredModel = { readonly parameters: number; readonly awaiting: number }

/** Scores over the points of one or several models. */
export function scoresOf(points: readonly BacktestedPoint[], { parameters, awaiting }: ScoredModel): BacktestScores {
  const counted = points.filter((point) => point.counted && point.heldOut === null)
  const bands = counted.flatMap(({ leaveOneOut, published }) =>
    leaveOneOut === null ? [] : [{ ...leaveOneOut, published }],
  )
  const inside = bands.filter(({ published, ...band }) => isInside(band, published))
  const [testing, others] = partitionByTest(points)
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
    blind: blindScoresOf(others, others, awaiting),
    bandsTest: { blind: blindScoresOf(testing, points, 0), others: firstSightScoresOf(testing.filter(isNotBlind)) },
    firstSight: {
      ...firstSightScoresOf(others.filter(isNotBlind)),
      unknownPoints: points.filter(({ firstSight }) => firstSight === null).length,
    },
    withoutPublication: withoutPublicationScoresOf(counted),
    heldOut: { seen: heldOutScoresOf(points, 'seen'), unseen: heldOutScoresOf(points, 'unseen') },
  }
}

/** The points whose first-sight predictions test the bands by law, and the other points. */
function partitionByTest(points: readonly BacktestedPoint[]): [BacktestedPoint[], BacktestedPoint[]] {
  const isTesting = ({ firstSight }: BacktestedPoint) => firstSight?.testsBands === true
  return [points.filter(isTesting), points.filter((point) => !isTesting(point))]
}

function isNotBlind({ firstSight }: BacktestedPoint): boolean {
  return firstSight?.basis !== 'blind'
}

/** True if the value is inside the band or at one of its ends. */
export function isInside({ low, high }: Pick<Band, 'low' | 'high'>, value: number): boolean {
  return low <= value && value <= high
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
