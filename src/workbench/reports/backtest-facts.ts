/**
 * A backtest in words, for the terminal and for its page.
 */
import type {
  Backtest,
  BacktestedPoint,
  BacktestScores,
  HeldOutScores,
  ModelBacktest,
} from '../../contracts/backtest.ts'
import { groupDigits, significantDigits } from '../../units/number-text.ts'
import { formatPercent } from '../../units/ratio.ts'
import { formatRate } from '../../units/record-rate.ts'
import { signedPercent } from './report-facts.ts'

/** Points of one model in one unit: what stands in one table. */
export interface PointGroup {
  readonly model: ModelBacktest
  /** As printed: `payload MB/s`, `records/s`, `records/s, held out, unseen`. */
  readonly unit: string
  readonly points: readonly BacktestedPoint[]
}

/** Headings of the columns that `pointTexts` fills. */
export const pointHeadings = ['published', 'predicted', 'low to high', 'error', 'left out'] as const

/** The points by model and unit, in the order of the models. */
export function pointGroups({ models, points }: Backtest): PointGroup[] {
  return models.flatMap((model) => {
    const own = points.filter((point) => point.model === model.model)
    const titles = [...new Set(own.map(groupTitle))]
    return titles.map((unit) => ({ model, unit, points: own.filter((point) => groupTitle(point) === unit) }))
  })
}

function groupTitle({ unit, heldOut }: BacktestedPoint): string {
  const printed = unit.replace('bytes/s', 'MB/s')
  return heldOut === null ? printed : `${printed}, held out, ${heldOut}`
}

/** One point: published, likely, band, error, error without the point; all without their unit. */
export function pointTexts(point: BacktestedPoint): string[] {
  const { published, predicted, unit, error, leaveOneOutError, below } = point
  const value = (number: number) => valueText(number, unit)
  return [
    value(published),
    value(predicted.likely),
    `${value(predicted.low)}–${value(predicted.high)}`,
    below === null ? signedPercent(error) : 'censored',
    below === null ? signedPercent(leaveOneOutError) : boundWords[below],
  ]
}

const boundWords = { nothing: 'held', likely: 'likely below', band: 'band below' } as const

function valueText(value: number, unit: string): string {
  if (unit.endsWith('bytes/s')) return significantDigits(value / 1e6)
  if (unit === 'records/s') return formatRate(value)
  return groupDigits(value, 3)
}

/** Why points are not counted, each reason once with its points; censored ones explain themselves. */
export function reasonsNotCounted(points: readonly BacktestedPoint[]): { ids: string[]; reason: string }[] {
  const others = points.filter((point) => point.reason !== null && !point.censored)
  const reasons = [...new Set(others.flatMap(({ reason }) => reason ?? []))]
  return reasons.map((reason) => ({ reason, ids: others.filter((each) => each.reason === reason).map(({ id }) => id) }))
}

/** The scores of a model in sentences. */
export function modelSentence(model: ModelBacktest): string {
  const { points, countedPoints, parameters, parameterIds } = model
  const fitted =
    parameters === 0 ? 'no fitted parameter' : `${counted(parameters, 'fitted parameter')} (${parameterIds.join(', ')})`
  return `${countedPoints} of ${counted(points, 'point')} counted, ${fitted}. ${scoreSentence(model)}${heldOutSentence(model)}`
}

/** The scores over all models in sentences. */
export function summarySentence({ summary, points, models }: Backtest): string {
  const among = `${summary.countedPoints} of ${counted(points.length, 'point')} of ${counted(models.length, 'model')} counted`
  return `${among}, ${counted(summary.parameters, 'fitted parameter')}. ${scoreSentence(summary)}${heldOutSentence(summary)}`
}

/** How to read a table of points. */
export const backtestLegend =
  '"error" is predicted / published - 1 of the model as it stands; "left out" is the same with the model fitted again ' +
  'without that point. A censored figure is a lower bound, because no more load was offered: "held" where the likely ' +
  'value is not below it, "likely below" where only the high end of the band reaches it, "band below" where not even that. ' +
  'A held-out figure is read by no fit: "seen" ones were looked at while the physics were made, "unseen" ones only after.'

function scoreSentence(scores: BacktestScores): string {
  const { medianAbsError, medianAbsErrorLeaveOneOut, coverage, medianWidth, censoredPredictedBelow } = scores
  const errors =
    medianAbsError === null || medianAbsErrorLeaveOneOut === null
      ? 'No error is counted.'
      : `Median error ${percent(medianAbsError)}, with the point left out ${percent(medianAbsErrorLeaveOneOut)}.`
  const band =
    coverage === null || medianWidth === null
      ? ''
      : ` ${formatPercent(coverage)} inside the band, which is ± ${percent(medianWidth)} wide.`
  const below =
    censoredPredictedBelow === 0
      ? ''
      : ` ${counted(censoredPredictedBelow, 'censored point')} with a likely value below the bound (${scores.censoredBandBelow} with the whole band).`
  return `${errors}${band}${below}`
}

function heldOutSentence({ heldOut: { seen, unseen } }: BacktestScores): string {
  const parts = [...heldOutPart('seen', seen), ...heldOutPart('unseen', unseen)]
  return parts.length === 0 ? '' : ` Held out of every fit: ${parts.join('; ')}.`
}

function heldOutPart(kind: string, { countedPoints, medianAbsError, coverage }: HeldOutScores): string[] {
  if (medianAbsError === null || coverage === null) return []
  const of = `${counted(countedPoints, 'point')} ${kind}`
  return [`${of}, median error ${percent(medianAbsError)}, ${formatPercent(coverage)} inside the band`]
}

function percent(ratio: number): string {
  return `${groupDigits(ratio * 100, 1)} %`
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
