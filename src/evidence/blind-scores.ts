/**
 * Scores of the figures that were predicted blind, by law and compared with null models.
 */
import type { BacktestedPoint, BlindScores, LawScores } from '../contracts/backtest.ts'
import type { BindingLaw } from './binding-law.ts'
import { oneWidthFactor, withoutModel } from './first-sight-nulls.ts'
import { firstSightScoresOf } from './first-sight-scores.ts'
import { intervalScoresOf, logRatio } from './interval-score.ts'
import { median } from './median.ts'

/** A figure that was predicted blind, with a band. Published figures that are only lower bounds are excluded. */
type JudgedFigure = {
  readonly point: BacktestedPoint
  readonly binding: BindingLaw
  readonly low: number
  readonly likely: number
  readonly high: number
}

/**
 * The scores of the blind points among `judgedPoints`. For each, the null models are made from the figures of other
 * publications among `points`.
 *
 * @param awaiting number of predictions whose figure is not known yet
 */
export function blindScoresOf(
  judgedPoints: readonly BacktestedPoint[],
  points: readonly BacktestedPoint[],
  awaiting: number,
): BlindScores {
  const blind = judgedPoints.filter(({ firstSight }) => firstSight?.basis === 'blind')
  const judged = blind.flatMap(judgedOf)
  const laws = [...new Set(judged.map(({ binding }) => binding))].map((binding) =>
    lawScoresOf(
      binding,
      judged.filter((figure) => figure.binding === binding),
    ),
  )
  return {
    ...firstSightScoresOf(blind),
    awaiting,
    laws: laws.sort((one, other) => other.figures - one.figures),
    intervals: intervalsOf(judged, points),
  }
}

function judgedOf(point: BacktestedPoint): JudgedFigure[] {
  const { firstSight, censored } = point
  if (censored || firstSight === null) return []
  const { low, likely, high, binding } = firstSight
  return low === null || high === null || binding === null ? [] : [{ point, binding, low, likely, high }]
}

function lawScoresOf(binding: BindingLaw, judged: readonly JudgedFigure[]): LawScores {
  const errors = judged.map(({ point: { id, published, publication, firstSight }, likely }) => ({
    ...{ id, publication, error: likely / published - 1, log: logRatio(likely, published) },
    isInside: firstSight?.isInside === true,
  }))
  const [worst] = [...errors].sort((one, other) => Math.abs(other.log) - Math.abs(one.log))
  return {
    binding,
    figures: errors.length,
    publications: new Set(errors.map(({ publication }) => publication)).size,
    inside: errors.filter(({ isInside }) => isInside).length,
    medianAbsError: median(errors.map(({ error }) => Math.abs(error))) ?? 0,
    rmsLogError: Math.sqrt(errors.reduce((sum, { log }) => sum + log ** 2, 0) / errors.length),
    worst: { id: worst?.id ?? '', error: worst?.error ?? 0 },
  }
}

function intervalsOf(judged: readonly JudgedFigure[], points: readonly BacktestedPoint[]): BlindScores['intervals'] {
  const width = oneWidthFactor(points)
  if (width === null) return null
  const rows = judged.flatMap(({ point, low, likely, high }) => {
    const { published, publishedPayloadBytesPerSec, publication } = point
    // Only figures of the same model. Otherwise the null model, and with it the score, would depend on which other models are
    // in the list.
    const peers = points.filter(({ model }) => model === point.model)
    const none = publishedPayloadBytesPerSec === null ? null : withoutModel(publication, peers)
    if (none === null || publishedPayloadBytesPerSec === null) return []
    return [
      {
        shown: { low, likely, high, published },
        oneWidth: { low: likely / width, likely, high: likely * width, published },
        noModel: { ...none, published: publishedPayloadBytesPerSec },
      },
    ]
  })
  if (rows.length === 0) return null
  return {
    shown: intervalScoresOf(rows.map(({ shown }) => shown)),
    oneWidth: intervalScoresOf(rows.map(({ oneWidth }) => oneWidth)),
    noModel: intervalScoresOf(rows.map(({ noModel }) => noModel)),
  }
}
