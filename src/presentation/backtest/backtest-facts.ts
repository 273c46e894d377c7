/**
 * The sentences of a backtest and the cells of its tables.
 */
import type {
  Backtest,
  BacktestedFirstSight,
  BacktestedPoint,
  BacktestScores,
  BlindScores,
  FirstSightScores,
  HeldOutScores,
  IntervalScores,
  ModelBacktest,
} from '../../contracts/backtest.ts'
import { counted } from '../../units/count.ts'
import { groupDigits, significantDigits } from '../../units/number-text.ts'
import { formatPercent } from '../../units/ratio.ts'
import { formatRate } from '../../units/record-rate.ts'
import { signedPercent } from '../report-facts.ts'

/** Points of one model in one unit. They are the rows of one table. */
export interface PointGroup {
  readonly model: ModelBacktest
  /** As printed: `payload MB/s`, `records/s`, `records/s, held out, unseen`. */
  readonly unit: string
  readonly points: readonly BacktestedPoint[]
}

const fittedHeadings = [
  'Published',
  'Predicted today',
  'Low to high',
  'Error today',
  'Error, left out',
  'Error, publication left out',
] as const
const heldOutHeadings = ['Published', 'Error at first sight', 'Predicted today', 'Low to high', 'Error today'] as const
const blindHeadings = [
  'Published',
  'At first sight',
  'Low to high',
  'Error at first sight',
  'Today',
  'Error today',
] as const

/** Headings of the columns that `pointTexts` fills for the points of a group. */
export function pointHeadings({ points: [first] }: Pick<PointGroup, 'points'>): readonly string[] {
  if (first?.firstSight?.basis === 'blind') return blindHeadings
  return first?.heldOut == null ? fittedHeadings : heldOutHeadings
}

/** The points by model and unit, in the order of the models. */
export function pointGroups({ models, points }: Backtest): PointGroup[] {
  return models.flatMap((model) => {
    const ofModel = points.filter((point) => point.model === model.model)
    const titles = [...new Set(ofModel.map(groupTitle))]
    return titles.map((unit) => ({ model, unit, points: ofModel.filter((point) => groupTitle(point) === unit) }))
  })
}

function groupTitle({ unit, heldOut, firstSight }: BacktestedPoint): string {
  const printed = printedUnit(unit)
  if (firstSight?.basis === 'blind') return `${printed}, predicted blind`
  return heldOut === null ? printed : `${printed}, held out, ${heldOut}`
}

/** A unit as tables show it, with MB/s for bytes/s. */
export function printedUnit(unit: string): string {
  return unit.replace('bytes/s', 'MB/s')
}

/** The cells of one point for the columns of its group, without units. */
export function pointTexts(point: BacktestedPoint): string[] {
  const { published, predicted, unit, error, leaveOneOutError, below, heldOut } = point
  const value = (number: number) => valueText(number, unit)
  const band = [value(predicted.likely), boundsText(predicted, unit)]
  const figure = below === null ? value(published) : `≥ ${value(published)}`
  const today = below === null ? signedPercent(error) : boundWords[below]
  if (point.firstSight?.basis === 'blind') {
    const { likely, low, high } = point.firstSight
    const blind = [value(likely), boundsText({ low, high }, unit), firstSightText(point.firstSight)]
    return [figure, ...blind, value(predicted.likely), today]
  }
  if (heldOut !== null) return [figure, firstSightText(point.firstSight), ...band, today]
  const leftOut = point.notIdentified.length > 0 ? 'not identified' : signedPercent(leaveOneOutError)
  return [figure, ...band, today, leftOut, withoutPublicationText(point)]
}

/** What a table says of a published lower bound, by the part of today's prediction that is below the bound. */
const boundWords = { nothing: 'held', likely: 'likely below', band: 'missed' } as const

/** A band in the unit of its table; "–" if it is not known. */
export function boundsText({ low, high }: { low: number | null; high: number | null }, unit: string): string {
  return low === null || high === null ? '–' : `${valueText(low, unit)}–${valueText(high, unit)}`
}

/** The error at first sight. For a published lower bound: whether the band reached it, which without a band is not known. */
export function firstSightText(firstSight: BacktestedFirstSight | null): string {
  if (firstSight === null) return 'not known'
  if (firstSight.error !== null) return signedPercent(firstSight.error)
  if (firstSight.isInside === null) return 'not known'
  return firstSight.isInside ? 'reached' : 'missed'
}

function withoutPublicationText({ withoutPublication }: BacktestedPoint): string {
  if (withoutPublication === null) return signedPercent(null)
  return withoutPublication.predicted === null ? 'not identified' : signedPercent(withoutPublication.error)
}

/** A value in the unit of its table. */
export function valueText(value: number, unit: string): string {
  if (unit.endsWith('bytes/s')) return significantDigits(value / 1e6)
  if (unit === 'records/s') return formatRate(value)
  return groupDigits(value, 3)
}

/**
 * Why points are not counted, each reason once with its points. Censored points are left out, because their "≥" says
 * why.
 */
export function reasonsNotCounted(points: readonly BacktestedPoint[]): { ids: string[]; reason: string }[] {
  const others = points.filter((point) => point.reason !== null && !point.censored)
  const reasons = [...new Set(others.flatMap(({ reason }) => reason ?? []))]
  return reasons.map((reason) => ({ reason, ids: others.filter((each) => each.reason === reason).map(({ id }) => id) }))
}

/** Changes to the model because of points since their first prediction, each change once with its points. */
export function changesSince(points: readonly BacktestedPoint[]): { ids: string[]; changed: string }[] {
  const changes = [...new Set(points.flatMap(({ firstSight }) => firstSight?.changed ?? []))]
  return changes.map((changed) => ({
    changed,
    ids: points.filter(({ firstSight }) => firstSight?.changed.includes(changed) === true).map(({ id }) => id),
  }))
}

/** The scores of a model in sentences: predictions made blind, other first sights, then today's predictions. */
export function modelSentence(model: ModelBacktest): string {
  const { points, parameters, parameterIds } = model
  const fitted =
    parameters === 0 ? 'no fitted parameter' : `${counted(parameters, 'fitted parameter')} (${parameterIds.join(', ')})`
  return `${figuresOf(points, model)}, ${fitted}. ${scoreSentences(model)}`
}

/** The scores over all models, in sentences in the order of `modelSentence`. */
export function summarySentence({ summary, points }: Backtest): string {
  const among = `${figuresOf(points.length, summary)}, ${counted(summary.parameters, 'fitted parameter')}`
  return `${scoreSentences(summary)} All: ${among}.`
}

/** How to read a table of points. */
export const backtestLegend: readonly string[] = [
  'Predicted blind: the author of the scenario did not know the figure, and the prediction was committed before the ' +
    'figure was looked up. Other predictions at first sight were committed later.',
  'Error: predicted / published - 1. "At first sight" is the prediction made before anything was changed because of the ' +
    'figure; "today" is the model as it stands.',
  '"Left out": the model was fitted again without the figure, or without its whole publication. "Not identified": the ' +
    'remaining figures do not determine a parameter that the figure depends on.',
  'Held out: no fit reads the figure. "Seen" figures were known while the model was made, "unseen" ones only afterwards.',
  '≥: a lower bound, because no more load was offered. "Held": the likely value reaches it; "likely below": only the high ' +
    'end of the band does; "missed": the band is below it. At first sight: "reached" or "missed" by the band.',
]

function figuresOf(points: number, { publications }: BacktestScores): string {
  return `${counted(points, 'figure')} of ${counted(publications, 'publication')}`
}

function scoreSentences(scores: BacktestScores): string {
  const { heldOut, firstSight, blind, bandsTest } = scores
  const sentences = [
    ...blindSentences(blind),
    ...bandsTestSentences(bandsTest),
    firstSightSentence(firstSight),
    ...awaitingSentences(blind),
    ...heldOutSentences('seen', heldOut.seen),
    ...heldOutSentences('unseen', heldOut.unseen),
    ...fittedSentences(scores),
    ...boundsSentences(scores),
  ]
  return sentences.join(' ')
}

/** The scores at first sight of figures that were not predicted blind, in one sentence. */
function firstSightSentence(scores: FirstSightScores): string {
  if (scores.points === 0) return 'First sight: none, because the model was made from these figures.'
  return `First sight, ${firstSightWords(scores)}.`
}

/** The scores of predictions that were committed before their figure was known. */
function blindSentences(scores: BlindScores): string[] {
  return scores.points === 0 ? [] : [`Predicted blind, ${firstSightWords(scores)}.`, ...intervalSentences(scores)]
}

/** The scores of figures that the bands by law were not made from: first those predicted blind, then the others. */
function bandsTestSentences({ blind, others }: BacktestScores['bandsTest']): string[] {
  if (blind.points + others.points === 0) return []
  const tested =
    blind.points === 0
      ? []
      : [
          `Predicted blind with the bands by law, which were not made from them, ${firstSightWords(blind)}.`,
          ...bandsWidthSentences(blind),
        ]
  return others.points === 0 ? tested : [...tested, `The same, not blind, ${firstSightWords(others)}.`]
}

function bandsWidthSentences({ intervals }: BlindScores): string[] {
  if (intervals === null) return []
  return [
    `Their median width is ÷/× ${groupDigits(intervals.shown.medianWidthFactor, 1)}.`,
    ...intervalSentences({ intervals }),
  ]
}

function awaitingSentences({ awaiting }: BlindScores): string[] {
  if (awaiting === 0) return []
  return [
    awaiting === 1
      ? '1 prediction made before its figure awaits it.'
      : `${awaiting} predictions made before their figures await them.`,
  ]
}

function intervalSentences({ intervals }: Pick<BlindScores, 'intervals'>): string[] {
  if (intervals === null) return []
  const { shown, oneWidth, noModel } = intervals
  const score = ({ intervalScore }: IntervalScores) => groupDigits(intervalScore, 1)
  return [
    `Their interval score is ${score(shown)} over ${shown.figures}; with one width for all (÷/× ${groupDigits(oneWidth.medianWidthFactor, 1)}) ${score(oneWidth)}, with no model ${score(noModel)}.`,
  ]
}

function firstSightWords(scores: FirstSightScores): string {
  const { points, publications, errors, medianAbsError, bands, inside, bounds, boundsReached } = scores
  const median = medianAbsError === null ? [] : [`median error ${percent(medianAbsError)} over ${errors}`]
  const insideBand = bands === 0 ? [] : [`${inside} of ${bands} inside the band`]
  const reached = bounds === 0 ? [] : [`${boundsReached} of ${counted(bounds, 'lower bound')} reached`]
  const all = `${counted(points, 'figure')} of ${counted(publications, 'publication')}`
  return `${all}: ${[...median, ...insideBand, ...reached].join(', ')}`
}

function heldOutSentences(kind: 'seen' | 'unseen', scores: HeldOutScores): string[] {
  const { countedPoints, medianAbsError, coverage, publications, withoutPublication } = scores
  if (medianAbsError === null || coverage === null) return []
  const figuresText = `${counted(countedPoints, 'held-out figure')} of ${counted(publications, 'publication')}, all ${kind}`
  const inside = `${Math.round(coverage * countedPoints)} inside the band`
  const chosen =
    withoutPublication.points === 0
      ? ''
      : `; made without the judged publication, it holds ${withoutPublication.inside} of ${withoutPublication.points}`
  return [`Today, ${figuresText}: median error ${percent(medianAbsError)}, ${inside}${chosen}.`]
}

function fittedSentences(scores: BacktestScores): string[] {
  const { countedPoints, medianAbsError, medianAbsErrorLeaveOneOut, coverage, medianWidth } = scores
  if (medianAbsError === null) return ['Of the figures that the model was made from, none is counted.']
  const figureLeftOut = medianAbsErrorLeaveOneOut === null ? 'not identified' : percent(medianAbsErrorLeaveOneOut)
  const band =
    coverage === null || medianWidth === null
      ? ''
      : ` Each left out, ${formatPercent(coverage)} lie inside the band, which is ± ${percent(medianWidth)} wide.`
  return [
    `Fitted, ${counted(countedPoints, 'figure')}: median error ${percent(medianAbsError)}; with the figure left out of the fit ${figureLeftOut}; with its whole publication left out ${withoutPublicationWords(scores)}.${band}`,
  ]
}

function withoutPublicationWords({ countedPoints, withoutPublication }: BacktestScores): string {
  const { points, medianAbsError, notIdentifiedPoints } = withoutPublication
  const notIdentified =
    notIdentifiedPoints === countedPoints ? 'no figure is identified' : `${notIdentifiedPoints} are not identified`
  if (medianAbsError === null) return notIdentified
  const error = percent(medianAbsError)
  if (notIdentifiedPoints === 0) return error
  return `${notIdentified}, ${points === 1 ? `1 errs by ${error}` : `${points} err by ${error} (median)`}`
}

function boundsSentences({ censoredPredictedBelow, censoredBandBelow }: BacktestScores): string[] {
  if (censoredPredictedBelow === 0) return []
  const below = counted(censoredPredictedBelow, 'lower bound')
  return [`${below} above the likely value today (${censoredBandBelow} above the whole band).`]
}

function percent(ratio: number): string {
  return `${groupDigits(ratio * 100, 1)} %`
}
