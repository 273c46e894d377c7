/**
 * Prepares the recommendation for files of other programs: its topics, its prediction, and notes.
 */
import { noRateText } from '../../capacity/explain-prediction.ts'
import { predict } from '../../capacity/predict.ts'
import { sortedRefusals } from '../../capacity/refusals.ts'
import { saturation } from '../../capacity/saturation.ts'
import { answerSizes } from '../../capacity/size-answers.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import {
  type Recommendation,
  type RecommendationQuestion,
  type RecommendedChange,
  recommendScenario,
} from '../../planning/recommended-scenario.ts'
import { isAssumed } from '../../planning/smaller-size.ts'
import { formatPercent } from '../../units/ratio.ts'
import { changedFieldsText } from '../sizing/changed-fields.ts'
import { noSizeText, smallestText } from '../sizing/size-sentences.ts'
import { enoughText } from '../sizing/smaller-size-section.ts'
import { type ProvisionedTopic, provisionedTopics } from './provisioned-topics.ts'

/** The recommendation, ready to be written to files. */
export interface Provisioning {
  readonly recommendation: Recommendation
  readonly offering: Offering
  /** The prediction of the recommended scenario. */
  readonly prediction: Prediction
  readonly topics: readonly ProvisionedTopic[]
  /** "Smallest size: 2 CKUs, every limit at or below 80 % …", or a sentence that no size is enough. */
  readonly sizeSentence: string
  /** Notes that apply to all outputs. */
  readonly notes: readonly string[]
  /** Date of the files, for the age of limits: `2026-11-23`. */
  readonly today: string
}

/**
 * Computes the recommendation for a scenario and prepares its files. Never throws for parsed values.
 * @param today date of the files, for the age of limits: `2026-11-23`
 */
export function provisioningOf(
  scenario: Scenario,
  offering: Offering,
  question: RecommendationQuestion,
  today: string,
): Provisioning {
  const recommendation = recommendScenario(scenario, offering, question)
  const prediction = predict(recommendation.scenario, offering)
  return {
    recommendation,
    offering,
    prediction,
    topics: provisionedTopics(recommendation, offering),
    sizeSentence: sizeSentenceOf(recommendation, offering, prediction),
    notes: notesOf(recommendation, { scenario, offering, prediction, question }),
    today,
  }
}

/** Says why there are no files for the topics of a service. */
export function notByKafka({ name, topicSettings }: Offering): string {
  const source = topicSettings === undefined ? '' : ` (${topicSettings.source.title}, ${topicSettings.source.date})`
  return `${name} makes topics through its own API and not through Kafka's, so no topics are written here${source}.`
}

function sizeSentenceOf(
  { smallest, scenario, targetUtilisation }: Recommendation,
  offering: Offering,
  prediction: Prediction,
): string {
  const unknown = noRateText(prediction)
  if (unknown !== null) return `Which size is enough is not known. ${unknown}`
  if (smallest !== null) return `Smallest size: ${smallestText(smallest, offering.unitName)}.`
  const [why = null] = answerSizes(scenario, offering, { targetUtilisation })
  return `As given, because ${noSizeText(why, targetUtilisation)}`
}

/** What the notes of a recommendation depend on. */
interface NoteContext {
  readonly scenario: Scenario
  readonly offering: Offering
  readonly prediction: Prediction
  readonly question: RecommendationQuestion
}

function notesOf(recommendation: Recommendation, { scenario, offering, prediction, question }: NoteContext): string[] {
  const { smallest, changes, smallerSize, neededPartitions } = recommendation
  const hot = neededPartitions.filter(({ partitions }) => partitions === null)
  return [
    ...(smallest === null && noRateText(prediction) === null ? [noSizeNote(recommendation, prediction)] : []),
    ...sortedRefusals(prediction).map(({ text, isGuideline }) => `${refusalLead(isGuideline)}: ${text}`),
    ...hot.map(({ topic, formula }) => `"${topic}": ${formula}.`),
    ...(hasOtherAnswer(recommendation) ? [changedNote(recommendation, scenario, offering)] : []),
    ...(changes.some(lowersPartitions)
      ? ['Fewer partitions are only for new topics: an existing one keeps those that it has.']
      : []),
    ...(question.changes === 'assumed' && smallerSize === null
      ? ['No change of clients or topics makes a smaller size enough.']
      : []),
    ...(smallerSize !== null && isAssumed(smallerSize)
      ? ['The compression is an assumption: measure on your records what it leaves.']
      : []),
  ]
}

function refusalLead(isGuideline: boolean): string {
  return isGuideline ? 'The workload is over a guideline of the vendor' : 'The deployment refuses the workload'
}

/** Says whether the written size carries the load, although no size keeps every limit at its target. */
function noSizeNote({ targetUtilisation }: Recommendation, prediction: Prediction): string {
  const isCarried = prediction.isFeasible && saturation(prediction) >= 1
  return isCarried
    ? `What is written here carries the load, with a limit above ${formatPercent(targetUtilisation)}.`
    : 'No size is enough for this load: what is written here does not carry it.'
}

function lowersPartitions({ path, from, value }: RecommendedChange): boolean {
  return path.endsWith('.partitions') && Number(value) < Number(from)
}

/** True if the recommendation would differ without the change for a smaller size, so that the user has a choice. */
export function hasOtherAnswer({ smallerSize, smallerSizes }: Recommendation): boolean {
  if (smallerSize === null) return false
  return smallerSizes.now !== null || smallerSize.kinds.some((kind) => kind !== 'partitions')
}

/** "Changed: linger.ms 50. Without it 21 CKUs are enough." */
function changedNote(
  { changes, smallerSizes: { now } }: Recommendation,
  scenario: Scenario,
  offering: Offering,
): string {
  const withoutChange = now === null ? 'no size is enough' : enoughText(now, offering)
  return `Changed: ${changedFieldsText(changes, scenario)}. Without it ${withoutChange}.`
}
