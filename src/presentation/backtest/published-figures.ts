/**
 * The published figures of one offering with their predictions. The model is not refitted, so they are shown at once.
 */
import { atLawValue } from '../../capacity/likely-value.ts'
import { AppError, type AppErrorData } from '../../contracts/app-error.ts'
import type { BacktestedFirstSight, BacktestedPoint } from '../../contracts/backtest.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Band } from '../../contracts/primitives.ts'
import type { Source } from '../../contracts/source.ts'
import { firstSightOf } from '../../evidence/first-sight.ts'
import { median } from '../../evidence/median.ts'
import { publicationOf, publishedObservations, unitOfPoint } from '../../evidence/published-observations.ts'
import { counted } from '../../units/count.ts'
import { upperFirst } from '../../units/first-letter.ts'
import { formatPercent } from '../../units/ratio.ts'

/** A published figure with its prediction. */
export interface PublishedFigure {
  readonly id: string
  readonly label: string
  readonly published: number
  readonly predicted: Band
  readonly unit: string
  /** predicted / published - 1; null if the figure is a lower bound. */
  readonly error: number | null
  /** Why the figure does not count in the median; null if it counts. */
  readonly whyNotCounted: string | null
  readonly source: Source
  /** The id of the publication, or the title of the source. */
  readonly publication: string
  /** The prediction before anything was changed because of the figure; null if unknown. */
  readonly firstSight: BacktestedFirstSight | null
  /** The prediction of the model refitted without the figure; null if impossible or not computed yet. */
  readonly leftOut: number | null
}

/**
 * Every published figure of an offering, predicted from its configuration with today's model. Figures that do not count
 * in the median come last.
 */
export function publishedFigures(offering: Offering): PublishedFigure[] {
  // Figures that the model was fitted to are compared with the values of its laws. The likely value would scale them by
  // the median of other clusters.
  const law = atLawValue(offering)
  const figures = publishedObservations(offering).map(({ point, value, isCensored, predict }): PublishedFigure => {
    const predicted = predict(point.heldOut === undefined ? law : offering)
    const isBlind = point.firstSight?.basis === 'blind'
    const heldOut = point.heldOut === undefined ? null : `${isBlind ? 'predicted blind' : 'held out'}: no fit reads it`
    return {
      id: point.id,
      label: point.label,
      published: value,
      predicted,
      unit: unitOfPoint(point),
      error: isCensored ? null : predicted.likely / value - 1,
      whyNotCounted: isCensored ? 'a lower bound: no more load was offered' : (point.notCounted ?? heldOut),
      source: point.source,
      publication: publicationOf(point),
      firstSight: firstSightOf(point),
      leftOut: null,
    }
  })
  return [
    ...figures.filter(({ whyNotCounted }) => whyNotCounted === null),
    ...figures.filter(({ whyNotCounted }) => whyNotCounted !== null),
  ]
}

/**
 * Like `publishedFigures`, but returns an error, because a user's model may give a figure an impossible configuration.
 */
export function readPublishedFigures(offering: Offering): {
  readonly figures: readonly PublishedFigure[]
  readonly error: AppErrorData | null
} {
  try {
    return { figures: publishedFigures(offering), error: null }
  } catch (error) {
    return { figures: [], error: AppError.from(error).toData() }
  }
}

/** How well the limits of an offering are supported by evidence. */
export type EvidenceSummary = {
  /** One sentence about the hardest test of the model. */
  readonly headline: string
  /** Sentences about the other tests. Empty without published figures. */
  readonly details: readonly string[]
}

/** Sums up the published figures: first those predicted blind, then other first sights, then today's errors. */
export function evidenceSummary(limitCount: number, figures: readonly PublishedFigure[]): EvidenceSummary {
  const limits =
    limitCount === 0
      ? 'computed from the hosts'
      : `${counted(limitCount, 'limit, with its source', 'limits, each with its source')}`
  const countedFigures = figures.filter(({ whyNotCounted }) => whyNotCounted === null)
  const error = median(countedFigures.flatMap(({ error }) => (error === null ? [] : Math.abs(error))))
  const withoutTests = (text: string): EvidenceSummary => ({ headline: `${limits}; ${text}.`, details: [] })
  if (figures.length === 0) return withoutTests('no published measurement can be compared with a prediction')
  if (error === null) return withoutTests(`of ${figures.length} published figures none is counted`)
  const ofAll = countedFigures.length === figures.length ? '' : ` of ${figures.length}`
  const points =
    countedFigures.length === 1 && ofAll === ''
      ? 'the published figure'
      : `${countedFigures.length}${ofAll} published figures`
  const kind = countedFigures.length === 1 ? 'error' : 'median error'
  const today = `it was made from ${points}, and its ${kind} on ${countedFigures.length === 1 ? 'it' : 'these'} is ${formatPercent(error)}`
  const testsBands = ({ firstSight }: PublishedFigure) => firstSight?.testsBands === true
  const isBlind = ({ firstSight }: PublishedFigure) => firstSight?.basis === 'blind'
  const others = figures.filter((figure) => !testsBands(figure))
  const firstSights = [
    missedText('predicted blind', others.filter(isBlind)),
    missedText(
      'predicted blind with a band for each law',
      figures.filter((figure) => testsBands(figure) && isBlind(figure)),
    ),
    missedText(
      'predicted before it was changed for them, but not blind,',
      others.filter((figure) => !isBlind(figure)),
    ),
  ]
  const [hardest, ...furtherTests] = firstSights.filter((words) => words !== null)
  return hardest === undefined
    ? {
        headline: `${limits}; not tested with independent figures.`,
        details: [
          `${upperFirst(today)}. That describes the fit and does not test a prediction.`,
          ...notCountedSentences(figures),
        ],
      }
    : {
        headline: `${limits}; ${hardest}.`,
        details: [...furtherTests.map((words) => `${upperFirst(words)}.`), `${upperFirst(today)}.`],
      }
}

/** "1 other figure does not count (a lower bound: no more load was offered)."; none if every figure counts. */
function notCountedSentences(figures: readonly PublishedFigure[]): string[] {
  const all = figures.flatMap(({ whyNotCounted }) => whyNotCounted ?? [])
  if (all.length === 0) return []
  const [first = '', ...others] = new Set(all)
  const why = others.length === 0 ? first : 'for the reasons in their list'
  return [`${counted(all.length, 'other figure')} ${all.length === 1 ? 'does' : 'do'} not count (${why}).`]
}

/**
 * "predicted blind it missed 3 figures of 1 publication by 40 % (median), and …": errors at first sight; null if none is known.
 */
function missedText(howPredicted: string, figures: readonly PublishedFigure[]): string | null {
  const withFirstSight = figures.filter(({ firstSight }) => firstSight !== null)
  const errors = withFirstSight.flatMap(({ firstSight }) => firstSight?.error ?? [])
  const middle = median(errors.map(Math.abs))
  if (middle === null) return null
  const banded = withFirstSight.filter(({ error, firstSight }) => error !== null && firstSight?.isInside !== null)
  const inside = banded.filter(({ firstSight }) => firstSight?.isInside).length
  const publications = new Set(withFirstSight.map(({ publication }) => publication)).size
  const figuresText = `${counted(withFirstSight.length, 'figure')} of ${counted(publications, 'publication')}`
  // A lower bound has no error, and a prediction of a single value no band.
  const comparable = banded.length === withFirstSight.length ? '' : ' that can be compared with it'
  return `${howPredicted} it missed ${figuresText} by ${formatPercent(middle)} (median), and ${inside} of ${banded.length}${comparable} lay inside its band`
}

/** Sets `leftOut` of each figure to the prediction that a backtest made without it; null if the backtest has none. */
export function withLeftOut(
  figures: readonly PublishedFigure[],
  points: readonly BacktestedPoint[],
): PublishedFigure[] {
  const leftOutById = new Map(points.map(({ id, leaveOneOut }) => [id, leaveOneOut?.likely ?? null]))
  return figures.map((figure) => ({ ...figure, leftOut: leftOutById.get(figure.id) ?? null }))
}
