/**
 * Scores bands by law on first-sight predictions, compared with null models. The bands that judge a figure are made
 * without the figure's publication.
 */
import { factorsAtSetting } from '../capacity/law-chances.ts'
import type { BacktestedPoint, IntervalScores, LawBandScores } from '../contracts/backtest.ts'
import { type Law, laws } from '../contracts/law-bands.ts'
import type { Band } from '../contracts/primitives.ts'
import { type LawResidual, lawBandsOf } from './compute-law-bands.ts'
import { withoutModel } from './first-sight-nulls.ts'
import { intervalScoresOf, type JudgedBand } from './interval-score.ts'
import { smallestWidth } from './smallest-width.ts'

/** Bands by law are refuted if they contain less than this share of the figures (docs/decisions/bands.md). */
const minCoverage = 0.85

/** A figure in units of what the law gave at first sight, with the bands that judge it. */
type JudgedResidual = {
  readonly id: string
  readonly law: Law
  readonly publication: string
  readonly byLaw: JudgedBand
  readonly oneWidth: JudgedBand
  /** In payload bytes/s; null if the figure has none, or too few other publications have one. */
  readonly noModel: JudgedBand | null
}

/** Judges each figure whose law is known by the bands of the other publications. Null if no figure can be judged. */
export function lawBandScoresOf(
  residuals: readonly LawResidual[],
  points: readonly BacktestedPoint[],
): LawBandScores | null {
  const bands = lawBandsOf(residuals)
  const judged = residuals.flatMap((residual) => judgedOf(residual, residuals, points))
  if (bands === null || judged.length === 0) return null
  const byLaw = intervalScoresOf(judged.map((figure) => figure.byLaw))
  const oneWidth = intervalScoresOf(judged.map((figure) => figure.oneWidth))
  return {
    bands,
    publications: new Set(judged.map(({ publication }) => publication)).size,
    laws: laws.flatMap((law) => lawScores(law, judged)),
    byLaw,
    oneWidth,
    inPayload: payloadScores(judged),
    isRefuted: byLaw.inside < minCoverage * byLaw.figures || byLaw.intervalScore > oneWidth.intervalScore,
  }
}

function judgedOf(
  { id, boundBy: law, publication, log, setting }: LawResidual,
  residuals: readonly LawResidual[],
  points: readonly BacktestedPoint[],
): JudgedResidual[] {
  const others = residuals.filter((other) => other.publication !== publication)
  const band = lawBandsOf(others)?.find((other) => other.law === law)
  const width = smallestWidth(
    others.map((other) => ({ publication: other.publication, distance: Math.abs(other.log) })),
  )
  if (law === null || band === undefined || width === null) return []
  const published = Math.exp(log)
  const { lowFactor, medianFactor, highFactor } = factorsAtSetting(band, setting)
  return [
    {
      ...{ id, law, publication },
      byLaw: { low: lowFactor, likely: medianFactor, high: highFactor, published },
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

function lawScores(law: Law, judged: readonly JudgedResidual[]): LawBandScores['laws'] {
  const ofLaw = judged.filter((figure) => figure.law === law)
  if (ofLaw.length === 0) return []
  const scores = intervalScoresOf(ofLaw.map(({ byLaw }) => byLaw))
  const distance = ({ byLaw }: JudgedResidual) => Math.abs(Math.log(byLaw.published))
  const worst = ofLaw.reduce((farthest, figure) => (distance(figure) > distance(farthest) ? figure : farthest))
  return [
    {
      law,
      publications: new Set(ofLaw.map(({ publication }) => publication)).size,
      ...scores,
      worst: { id: worst.id, error: 1 / worst.byLaw.published - 1 },
    },
  ]
}

function payloadScores(judged: readonly JudgedResidual[]): LawBandScores['inPayload'] {
  const rows = judged.flatMap(({ byLaw, oneWidth, noModel }) =>
    noModel === null ? [] : [{ byLaw, oneWidth, noModel }],
  )
  if (rows.length === 0) return null
  const scores = (key: keyof (typeof rows)[number]): IntervalScores => intervalScoresOf(rows.map((row) => row[key]))
  return { byLaw: scores('byLaw'), oneWidth: scores('oneWidth'), noModel: scores('noModel') }
}
