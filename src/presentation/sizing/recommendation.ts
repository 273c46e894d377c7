/**
 * Words the recommendation: the smallest size that carries the peak, the change that makes it smaller, and the fullest
 * limit at that size. Terminal, window and report begin with it.
 */
import { isNearlySure } from '../../capacity/compare-offerings.ts'
import { chanceText } from '../../capacity/explain-chance.ts'
import { explainPrediction, noRateText } from '../../capacity/explain-prediction.ts'
import { fullestText } from '../../capacity/fixed-numbers.ts'
import { saturation } from '../../capacity/saturation.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { NoSmaller, Recommendation } from '../../planning/recommended-scenario.ts'
import { isAssumed, type SmallerSize } from '../../planning/smaller-size.ts'
import { formatCount } from '../../units/count.ts'
import { upperFirst } from '../../units/first-letter.ts'
import { formatPercent } from '../../units/ratio.ts'
import { type Answer, type Block, paragraph } from '../document.ts'
import { predictedMark } from '../labels.ts'
import { addedDelayText } from './added-delay.ts'
import { changedFieldsText } from './changed-fields.ts'
import { type NoSize, noSizeReasons, ofOwnTier, otherTierSentences } from './size-sentences.ts'
import { enoughText, type SmallerSizeWording, sizeUnits } from './smaller-size-section.ts'

/** The input of a recommendation's sentences. */
export interface RecommendationInput extends SmallerSizeWording {
  readonly recommended: Omit<Recommendation, 'scenario' | 'neededPartitions'>
  /** Why no size fits; null if one fits. */
  readonly noSize: NoSize | null
  readonly prediction: Pick<
    Prediction,
    'refusals' | 'deployment' | 'assumptions' | 'isFeasible' | 'headroom' | 'directions'
  >
}

/** Fields to change and the size that is then enough. */
export type ChangeToApply = Pick<SmallerSize, 'changes' | 'smallest'>

/** The recommendation, as sentences and as a value. */
export interface WordedRecommendation {
  /** "3 CKUs are enough with linger.ms 50, 21 without." */
  readonly sentence: string
  /** "Fullest limit at the offered load: requests at 71 % (target 80 %).", or why no size is enough. Empty if unknown. */
  readonly reason: string
  /** The change that the sentence names; null if no change makes the size smaller. */
  readonly change: ChangeToApply | null
  /** False if the change rests on an assumption or removes partitions, so that it is only offered. */
  readonly isChangeSure: boolean
  /** The smallest size without that change; null if no size is enough. */
  readonly size: number | null
}

/** Words the recommendation. */
export function wordRecommendation(input: RecommendationInput): WordedRecommendation {
  const unknown = noRateText(input.prediction)
  if (unknown !== null) {
    // The sentence of the prediction follows. It says why, unless this size refuses the workload.
    const reason = input.prediction.refusals.length === 0 ? '' : unknown
    return { sentence: 'Which size is enough is not known.', reason, change: null, isChangeSure: false, size: null }
  }
  const { smallest, changes, offered, smallerSizes } = input.recommended
  const sentences = smallest === null ? noSizeSentences(input) : sizeSentences(smallest, input)
  const isChangeSure = smallest !== null && changes.length > 0
  const change = isChangeSure ? { changes, smallest } : offered
  return { ...sentences, change, isChangeSure, size: smallerSizes.now?.size ?? null }
}

type Sentences = Pick<WordedRecommendation, 'sentence' | 'reason'>

function sizeSentences(smallest: NonNullable<Prediction['smallest']>, input: RecommendationInput): Sentences {
  const { recommended, scenario } = input
  const { changes, smallerSize, smallerSizes, offered } = recommended
  const reason = fullestSentences(smallest, recommended)
  const enough = enoughText(smallest, input, recommended.chanceMet)
  if (changes.length === 0) return { sentence: `${enough}${offeredText(offered, input)}.`, reason }
  const assumed = smallerSize !== null && isAssumed(smallerSize) ? assumedText : ''
  const enoughThen = `${enough} with ${changedFieldsText(changes, scenario)}${addedDelayText(changes, scenario)}${assumed}`
  if (smallerSizes.now !== null)
    return {
      sentence: `${enoughThen}, ${formatCount(smallerSizes.now.size)} without${furtherText(offered, input)}.`,
      reason,
    }
  const why = noSizeText(input).slice(0, 1 + otherTierSentences(input.noSize).length)
  return {
    sentence: `${enoughThen}${furtherText(offered, input)}.`,
    reason:
      `${reason} Without ${changes.length === 1 ? 'this change' : 'these changes'} no size${ofOwnTier(input.noSize)} ${whatNoSizeDoes(input)}. ${why.join(' ')}`.trimEnd(),
  }
}

const assumedText = ', if it halves the bytes'

/** What no size does: "is enough"; or, if a size carries the load above the target, "keeps every limit at or below 80 %". */
function whatNoSizeDoes({ prediction, noSize, recommended }: RecommendationInput): string {
  const { blockers = [] } = noSize ?? {}
  const isCarriedAtLargest = blockers.length > 0 && blockers.every(({ utilisation }) => utilisation <= 1)
  const isCarried = isCarriedAtLargest || (prediction.isFeasible && saturation(prediction) >= 1)
  return isCarried ? keepsTarget(recommended) : 'is enough'
}

/** "keeps every limit at or below 80 %" */
function keepsTarget({ targetUtilisation }: RecommendationInput['recommended']): string {
  return `keeps every limit at or below ${formatPercent(targetUtilisation)}`
}

/**
 * A change that is only offered, for a recommendation that makes no other change: "; 1 CKU is enough with compression.type
 * lz4, if …". Empty if none is offered.
 */
function offeredText(offered: Recommendation['offered'], input: RecommendationInput): string {
  if (offered === null) return ''
  const { smallest } = input.recommended
  const size = smallest === null ? enoughText(offered.smallest, input) : sizeUnits(offered.smallest, input)
  const { changes } = offered
  const settings = `${changedFieldsText(changes, input.scenario)}${addedDelayText(changes, input.scenario)}`
  return `; ${size} with ${settings}${isAssumed(offered) ? assumedText : ''}`
}

/** A change that is only offered, beside changes that are made: "; 1 CKU also with compression.type lz4, if …". */
function furtherText(offered: Recommendation['offered'], input: RecommendationInput): string {
  if (offered === null) return ''
  const settings = `${changedFieldsText(offered.changes, input.scenario)}${addedDelayText(offered.changes, input.scenario)}`
  const also = `${sizeUnits(offered.smallest, input)} also with ${settings}`
  return `; ${also}${isAssumed(offered) ? assumedText : ''}`
}

/**
 * "Fullest limit at the offered load: requests at 71 % (target 80 %)." Then the chance, if it is low, and why the size is
 * not smaller, if the reason is not a limit.
 */
function fullestSentences(
  smallest: NonNullable<Prediction['smallest']>,
  { noSmaller, chanceMet }: Pick<Recommendation, 'noSmaller' | 'chanceMet'>,
): string {
  const target = formatPercent(smallest.targetUtilisation)
  const fullest = `Fullest limit at the offered load: ${fullestText(smallest)} (target ${target}).`
  const least = noSmaller === null ? [] : [noSmallerTexts[noSmaller]]
  return [fullest, ...chanceSentence(chanceMet), ...least].join(' ')
}

/** "The chance that this size carries the load is 58 %."; none if it is nearly sure to, or if limits are declared. */
function chanceSentence(chanceMet: number | null): string[] {
  return chanceMet === null || isNearlySure({ chanceMet })
    ? []
    : [`The chance that this size carries the load is ${chanceText(chanceMet)}.`]
}

const noSmallerTexts: Readonly<Record<NoSmaller, string>> = {
  'not-sold': 'No smaller size is sold.',
  replicas: 'A smaller size cannot keep all replicas.',
}

/**
 * Sentences for the case that no size is enough. A key that fills a partition comes first, because no purchase helps
 * against it.
 */
function noSizeSentences(input: RecommendationInput): Sentences {
  const { offered } = input.recommended
  const raised = raisedText(input)
  const hot = input.noSize?.partitionsForTarget.find(({ partitions }) => partitions === null)
  if (hot !== undefined && offered === null) {
    const text = upperFirst(hot.formula)
    const { producers } = input.scenario.workload
    const isKeyed = producers.some(({ topic, keys }) => topic === hot.topic && keys.kind !== 'none')
    const help = isKeyed ? 'spread its most frequent key' : 'divide its load among several topics'
    const isOverfull = input.noSize?.overfullTopics?.includes(hot.topic) ?? true
    const missed = isOverfull ? whatNoSizeDoes(input) : keepsTarget(input.recommended)
    const sentence = `No size${ofOwnTier(input.noSize)} ${missed} for "${hot.topic}"${raised}: ${help}.`
    return { sentence, reason: [`${text}.`, ...otherTierSentences(input.noSize)].join(' ') }
  }
  const { refusals } = input.prediction
  const isRefused = input.noSize?.blockers.length === 0 && refusals.length > 0 && raised === '' && offered === null
  if (isRefused) {
    const sentence = `Every size${ofOwnTier(input.noSize)} refuses this workload.`
    return { sentence, reason: [...refusals, ...otherTierSentences(input.noSize)].join(' ') }
  }
  const asItIs = raised === '' && offered !== null ? ' as it is' : raised
  const sentence = `No size${ofOwnTier(input.noSize)} ${whatNoSizeDoes(input)}${asItIs}${offeredText(offered, input)}.`
  return { sentence, reason: noSizeText(input).join(' ') }
}

/** At most this many topics are named with their partitions in a sentence. */
const maxRaised = 3

/** ", even with 14 instead of 12 partitions of orders"; nothing if no partitions are raised. */
function raisedText({ recommended: { changes }, scenario }: RecommendationInput): string {
  if (changes.length === 0) return ''
  if (changes.length > maxRaised) return `, even with more partitions of ${changes.length} topics`
  return `, even with ${changedFieldsText(changes, scenario)}`
}

function noSizeText({ noSize, prediction, recommended }: RecommendationInput): string[] {
  return noSize === null ? [...prediction.refusals] : noSizeReasons(noSize, recommended.targetUtilisation)
}

/** The answer of a document: the recommendation. What the given size carries follows in a paragraph of its own. */
export function answerOf({ sentence, reason }: WordedRecommendation, { isFeasible }: Prediction): Answer {
  return { tone: isFeasible ? 'predicted' : 'below', label: null, sentence, reason, marks: [predictedMark] }
}

/** Begins the sentence on the scenario's own size, because the recommendation above it may be about another size. */
export const thisScenarioLead = 'This scenario:'

/** What the size of the scenario carries, and the limit that binds: the first paragraph after the answer. */
export function carriedParagraph(prediction: Prediction): Block {
  return paragraph(`${thisScenarioLead} ${explainPrediction(prediction)}`)
}
