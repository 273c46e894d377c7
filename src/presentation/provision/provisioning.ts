/**
 * Prepares the recommended answer for files of other programs: its topics, its prediction, and what has to be said of it.
 */
import { predict } from '../../capacity/predict.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import {
  type Recommendation,
  type RecommendationQuestion,
  recommendScenario,
} from '../../planning/recommended-scenario.ts'
import { noSizeOf, noSizeText, smallestText } from '../sizing/size-sentences.ts'
import { settingText } from '../sizing/smaller-size-section.ts'
import { type ProvisionedTopic, provisionedTopics } from './provisioned-topics.ts'

/** The recommended answer, ready to be written. */
export interface Provisioning {
  readonly recommendation: Recommendation
  readonly offering: Offering
  /** The prediction of the recommended scenario. */
  readonly prediction: Prediction
  readonly topics: readonly ProvisionedTopic[]
  /** "Smallest size: 2 CKUs, every limit at or below 80 % …", or that no size is enough. */
  readonly sizeSentence: string
  /** Sentences that hold for all outputs. */
  readonly notes: readonly string[]
}

/** Prepares the outputs for a scenario. Pure, and never throws for parsed values. */
export function provisioningOf(scenario: Scenario, offering: Offering, question: RecommendationQuestion): Provisioning {
  const recommendation = recommendScenario(scenario, offering, question)
  const prediction = predict(recommendation.scenario, offering)
  return {
    recommendation,
    offering,
    prediction,
    topics: provisionedTopics(recommendation, offering),
    sizeSentence: sizeSentenceOf(recommendation, offering),
    notes: notesOf(recommendation, { scenario, prediction, question }),
  }
}

/** Why there are no files for topics of a service. */
export function notByKafka({ name, topicSettings }: Offering): string {
  const source = topicSettings === undefined ? '' : ` (${topicSettings.source.title}, ${topicSettings.source.date})`
  return `${name} makes topics through its own API and not through Kafka's, so no topics are written here${source}.`
}

function sizeSentenceOf({ smallest, scenario, targetUtilisation }: Recommendation, offering: Offering): string {
  if (smallest !== null) return `Smallest size: ${smallestText(smallest, offering.unitName)}.`
  const why = noSizeOf(predict(scenario, offering), scenario, offering)
  return `As given, because ${noSizeText(why, targetUtilisation)}`
}

function notesOf(
  { smallest, smallerSize, neededPartitions }: Recommendation,
  { scenario, prediction, question }: { scenario: Scenario; prediction: Prediction; question: RecommendationQuestion },
): string[] {
  const hot = neededPartitions.filter(({ partitions }) => partitions === null)
  return [
    ...(smallest === null
      ? ['No size is enough for this load: what is written here does not carry it below the target.']
      : []),
    ...prediction.refusals.map((refusal) => `The deployment refuses the workload: ${refusal}`),
    ...hot.map(({ topic, formula }) => `"${topic}": ${formula}.`),
    ...(question.takesSmallerSize !== true
      ? []
      : [
          smallerSize === null
            ? 'No change of clients or topics makes a smaller size enough.'
            : `Changed first: ${settingText(smallerSize, scenario)}.`,
        ]),
    ...(smallerSize?.kinds.includes('compression') === true
      ? ['The compression is an assumption: measure on your records what it leaves.']
      : []),
  ]
}
