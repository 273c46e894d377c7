/**
 * Describes a prediction, either with answers to further questions or with the derivation of its numbers.
 */
import type { DerivedLine } from '../../capacity/explain-load.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import { type Block, type Content, type Document, facts, list, type Section, span } from '../document.ts'
import { deploymentContent, deploymentText } from '../report-facts.ts'
import { latencySections } from './latency-sections.ts'
import {
  assumptionsSection,
  calibrationSections,
  formulasSection,
  limitsSection,
  predictionSection,
} from './prediction-sections.ts'
import { answerOf, carriedParagraph, type WordedRecommendation } from './recommendation.ts'
import { adviceSections, bandSections, cliffSections, type SizedPrediction } from './recommendation-sections.ts'

/** A prediction and further answers, as lists of sentences. */
export interface Explained extends SizedPrediction {
  /** Bursts of hosts and volumes, each with its duration. */
  readonly bursts: readonly string[]
  /** A sentence on the client hosts that the load needs; empty if the model has no ceiling of a client host. */
  readonly clientHosts: string
  /** Answers to further questions. Left out if none were asked. */
  readonly asked?: AskedSentences
  /** Changes that allow a smaller size. */
  readonly smaller?: readonly Section[]
  /** The share of each workload, if several workloads share the cluster. */
  readonly mixture?: readonly Section[]
  readonly recommendation: WordedRecommendation
  /** The recommended measurements. Left out if they were not requested. */
  readonly next?: Section
  /** The check against the allowed share of each limit. Left out if it was not requested. */
  readonly check?: Section
}

/** Answers to further questions. A list is empty if its question was not asked. */
export interface AskedSentences {
  readonly most: readonly string[]
  readonly sizes: readonly string[]
  readonly catchUp: readonly string[]
  readonly survival: readonly string[]
}

/**
 * The prediction: what the deployment gives, its limits, advice, and assumptions.
 * @param today date of the report, for the age of limits: `2026-11-23`
 */
export function predictionDocument(explained: Explained, today: string): Document {
  const { prediction } = explained
  return {
    ...frameOf(explained, today),
    sections: [
      predictionSection(explained, today),
      ...(explained.mixture ?? []),
      ...(explained.smaller ?? []),
      limitsSection(prediction),
      ...adviceSections(explained),
      ...cliffSections(prediction),
      ...latencySections(prediction),
      ...sentences('bursts', 'Bursts above what is sustained', explained.bursts),
      ...assumptionsOf(prediction),
      ...askedSections(explained),
      ...(explained.next === undefined ? [] : [explained.next]),
      ...(explained.check === undefined ? [] : [explained.check]),
    ],
  }
}

/**
 * The prediction with every formula.
 * @param derivation the steps from which the load and the answer follow
 * @param today date of the report, for the age of limits: `2026-11-23`
 */
export function explanationDocument(
  explained: Explained,
  derivation: { readonly load: readonly DerivedLine[]; readonly answer: readonly DerivedLine[] },
  today: string,
): Document {
  const { prediction, clientHosts } = explained
  const shown = (section: Section): Section => ({ ...section, isDetail: false })
  return {
    ...frameOf(explained, today),
    sections: [
      ...calibrationSections(prediction),
      derivedSection('load', 'The offered load, at the peak', derivation.load),
      shown(formulasSection(prediction, today)),
      derivedSection('answer', 'The answer', derivation.answer),
      ...(explained.smaller ?? []),
      ...bandSections(prediction).map(shown),
      ...latencySections(prediction),
      ...sentences('bursts', 'Bursts above what is sustained', explained.bursts),
      ...sentences('client-hosts', 'Client hosts', clientHosts === '' ? [] : [clientHosts]),
      ...assumptionsOf(prediction),
      ...askedSections(explained),
    ],
  }
}

function frameOf({ prediction, recommendation }: Explained, today: string): Omit<Document, 'sections'> {
  return {
    subject: 'Headroom prediction',
    title: deploymentText(prediction),
    answer: answerOf(recommendation, prediction),
    introduction: [carriedParagraph(prediction), facts([['Deployment', deploymentContent(prediction, today)]])],
    closing: 'Made by Headroom.',
  }
}

function askedSections({ asked }: Explained): Section[] {
  return [
    ...sentences('most', 'The highest rate of this mix', asked?.most ?? []),
    ...sentences('sizes', 'The smallest size', asked?.sizes ?? []),
    ...sentences('catch-up', 'Catching up', asked?.catchUp ?? []),
    ...sentences('survival', 'While a part is away', asked?.survival ?? []),
  ]
}

function assumptionsOf(prediction: Prediction): Section[] {
  if (prediction.assumptions.length === 0) return []
  return [assumptionsSection(prediction, 'Open questions: not stated, and assumed')]
}

function derivedSection(id: string, title: string, lines: readonly DerivedLine[]): Section {
  const items = lines.map(({ name, formula }): Content => [name !== '' && `${name}: `, span('formula', formula)])
  return { id, title, marks: [], blocks: [list(items)] }
}

/** A section of sentences. No section if there are no sentences. */
function sentences(id: string, title: string, texts: readonly string[]): Section[] {
  const content: Block = list(texts)
  return texts.length === 0 ? [] : [{ id, title, marks: [], blocks: [content] }]
}
