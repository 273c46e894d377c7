/**
 * The recommendation: the smallest size that carries the peak, the change that makes it smaller, and what decides it.
 * Terminal, window and report begin with it.
 */
import { explainPrediction } from '../../capacity/explain-prediction.ts'
import { dimensionNoun } from '../../contracts/dimensions.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { SmallerSize, SmallerSizes } from '../../planning/smaller-size.ts'
import { formatPercent } from '../../units/ratio.ts'
import type { Answer } from '../document.ts'
import { type NoSize, noSizeReasons } from './size-sentences.ts'
import { isEnough, type SmallerSizeWording, settingText, sizeUnits } from './smaller-size-section.ts'

/** What a recommendation is made from. */
export interface RecommendationInput extends SmallerSizeWording {
  readonly smallerSizes: SmallerSizes
  /** Why no size fits; null if one fits. */
  readonly noSize: NoSize | null
  readonly prediction: Pick<Prediction, 'refusals' | 'deployment'>
}

/** What to buy and set, in words and as a value. */
export interface Recommendation {
  /** "3 CKUs are enough with linger.ms 50, 21 without." */
  readonly sentence: string
  /** "Deciding limit: requests (target 80 %)."; or why no size is enough. */
  readonly reason: string
  /** The change of the sentence; null if none makes the size smaller. */
  readonly change: SmallerSize | null
  /** The smallest size without that change; null if no size is enough. */
  readonly size: number | null
}

/** The recommendation. */
export function recommend(input: RecommendationInput): Recommendation {
  const { now, found } = input.smallerSizes
  const [change = null] = found
  const size = now?.size ?? null
  if (change !== null) return { ...changeSentences(change, input), change, size }
  if (now === null) return { ...noSizeSentences(input), change, size }
  return { sentence: `${isEnough(now, input)}.`, reason: decidingSentence(now), change, size }
}

type Sentences = Pick<Recommendation, 'sentence' | 'reason'>

/** An assumed compression ratio comes after what is sure. */
function changeSentences(change: SmallerSize, input: RecommendationInput): Sentences {
  const { smallest, kinds } = change
  const { now } = input.smallerSizes
  const setting = settingText(change, input.scenario)
  const assumed = kinds.includes('compression') ? ', if it halves the bytes' : ''
  if (now === null) {
    const [why = ''] = noSizeText(input)
    return {
      sentence: `${isEnough(smallest, input)} with ${setting}${assumed}.`,
      reason: `${decidingSentence(smallest)} Without it no size is enough. ${why}`.trimEnd(),
    }
  }
  const sentence =
    assumed === ''
      ? `${isEnough(smallest, input)} with ${setting}, ${now.size} without.`
      : `${isEnough(now, input)}; ${sizeUnits(smallest, input)} with ${setting}${assumed}.`
  return { sentence, reason: decidingSentence(assumed === '' ? smallest : now) }
}

/** "Deciding limit: requests (target 80 %)." */
function decidingSentence({ dimension, targetUtilisation }: NonNullable<SmallerSizes['now']>): string {
  return `Deciding limit: ${dimensionNoun(dimension)} (target ${formatPercent(targetUtilisation)}).`
}

/** A key that fills a partition is named at once, because nothing that can be bought helps. */
function noSizeSentences(input: RecommendationInput): Sentences {
  const hot = input.noSize?.partitionsForTarget.find(({ partitions }) => partitions === null)
  if (hot !== undefined) {
    const text = `${hot.formula.slice(0, 1).toUpperCase()}${hot.formula.slice(1)}`
    return { sentence: `No size is enough for "${hot.topic}": spread its most frequent key.`, reason: `${text}.` }
  }
  return { sentence: 'No size is enough.', reason: noSizeText(input).join(' ') }
}

function noSizeText({ noSize, prediction }: RecommendationInput): string[] {
  return noSize === null ? [...prediction.refusals] : noSizeReasons(noSize)
}

/** The recommendation, and below it what the chosen size carries. */
export function answerOf({ sentence, reason }: Recommendation, prediction: Prediction): Answer {
  return {
    tone: prediction.isFeasible ? 'predicted' : 'below',
    label: null,
    sentence,
    reason: `${reason} ${explainPrediction(prediction)}`.trimStart(),
    marks: ['predicted, not measured'],
  }
}
