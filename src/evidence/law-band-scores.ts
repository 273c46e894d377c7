/**
 * How well bands by law hold first sights when the judged publication is left out, beside null models.
 */
import { factorsAtSetting } from '../capacity/law-chances.ts'
import type { BacktestedPoint, IntervalScores, LawBandScores } from '../contracts/backtest.ts'
import { type Law, laws } from '../contracts/law-bands.ts'
import type { Band } from '../contracts/primitives.ts'
import { withoutModel } from './first-sight-nulls.ts'
import { intervalScoresOf, type JudgedBand } from './interval-score.ts'
import { type LawResidual, lawBandsOf } from './law-bands.ts'
import { smallestWidth } from './smallest-width.ts'

/** Goals that the rule of the bands was written with: docs/decisions/bands.md. */
const leastCoverage = 0.85

/** A figure in units of its prediction at first sight, with the bands that judge it. */
type Judged = {
  readonly id: string
  readonly law: Law
  readonly publication: string
  readonly byLaw: JudgedBand
  readonly oneWidth: JudgedBand
  /** In payload bytes/s; null if the figure has none, or too few other publications have one. */
  readonly noModel: JudgedBand | null
}

/** Judges each figure whose law is known by the bands of the other publications. Null with too few of them. */
export function lawBandScoresOf(
  residuals: readonly LawResidual[],
  points: readonly BacktestedPoint[],
): LawBandScores | null {
  const bands = lawBandsOf(residuals)
  const judged = residuals.flatMap((each) => judgedOf(each, residuals, points))
  if (bands === null || judged.length === 0) return null
  const byLaw = intervalScoresOf(judged.map((each) => each.byLaw))
  const oneWidth = intervalScoresOf(judged.map((each) => each.oneWidth))
  return {
    bands,
    publications: new Set(judged.map(({ publication }) => publication)).size,
    laws: laws.flatMap((law) => lawScores(law, judged)),
    byLaw,
    oneWidth,
    inPayload: payloadScores(judged),
    isRefuted: byLaw.inside < leastCoverage * byLaw.figures || byLaw.intervalScore > oneWidth.intervalScore,
  }
}

function judgedOf(
  { id, law, publication, log, setting }: LawResidual,
  residuals: readonly LawResidual[],
  points: readonly BacktestedPoint[],
): Judged[] {
  const others = residuals.filter((each) => each.publication !== publication)
  const band = lawBandsOf(others)?.find((each) => each.law === law)
  const width = smallestWidth(others.map((each) => ({ publication: each.publication, distance: Math.abs(each.log) })))
  if (law === null || band === undefined || width === null) return []
  const published = Math.exp(log)
  const { lowFactor, highFactor } = factorsAtSetting(band, setting)
  return [
    {
      ...{ id, law, publication },
      byLaw: { low: Math.min(1, lowFactor), likely: 1, high: Math.max(1, highFactor), published },
      oneWidth: { low: 1 / width, likely: 1, high: width, published },
      noModel: noModelBand(id, publication, points),
    },
  ]
}

function noModelBand(id: string, publication: string, points: readonly BacktestedPoint[]): JudgedBand | null {
  const published = points.find((point) => point.id === id)?.publishedPayloadBytesPerSec ?? null
  const none: Band | null = published === null ? null : withoutModel(publication, points)
  return none === null || published === null ? null : { ...none, published }
}

function lawScores(law: Law, judged: readonly Judged[]): LawBandScores['laws'] {
  const own = judged.filter((each) => each.law === law)
  if (own.length === 0) return []
  const scores = intervalScoresOf(own.map(({ byLaw }) => byLaw))
  const distance = ({ byLaw }: Judged) => Math.abs(Math.log(byLaw.published))
  const worst = own.reduce((most, each) => (distance(each) > distance(most) ? each : most))
  return [
    {
      law,
      publications: new Set(own.map(({ publication }) => publication)).size,
      ...scores,
      worst: { id: worst.id, error: 1 / worst.byLaw.published - 1 },
    },
  ]
}

function payloadScores(judged: readonly Judged[]): LawBandScores['inPayload'] {
  const rows = judged.flatMap(({ byLaw, oneWidth, noModel }) =>
    noModel === null ? [] : [{ byLaw, oneWidth, noModel }],
  )
  if (rows.length === 0) return null
  const scores = (key: keyof (typeof rows)[number]): IntervalScores => intervalScoresOf(rows.map((row) => row[key]))
  return { byLaw: scores('byLaw'), oneWidth: scores('oneWidth'), noModel: scores('noModel') }
}
