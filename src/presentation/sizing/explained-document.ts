/**
 * A prediction with the answers beyond the rate, and the derivation by which a person can check it by hand.
 */
import type { DerivedLine } from '../../capacity/explain-load.ts'
import { predictionSentences } from '../../capacity/explain-prediction.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import { type Block, type Content, type Document, facts, list, type Section, span } from '../document.ts'
import { deploymentText } from '../report-facts.ts'
import {
  assumptionsSection,
  calibrationSections,
  formulasSection,
  limitsSection,
  predictionSection,
} from './prediction-sections.ts'
import { adviceSections, bandSections, cliffSections, type SizedPrediction } from './recommendation-sections.ts'

/** A prediction as a command answers it; every list is of sentences. */
export interface Explained extends SizedPrediction {
  /** Bursts of hosts and volumes, each with its time. */
  readonly bursts: readonly string[]
  /** Hosts of clients that the load needs; empty where no ceiling of a host is known. */
  readonly clientHosts: string
  /** What was asked beside the rate; left out: nothing. */
  readonly asked?: AskedSentences
  /** What to measure next, if that was asked. */
  readonly next?: Section
}

/** Answers beyond the rate; empty for what was not asked. */
export interface AskedSentences {
  readonly most: readonly string[]
  readonly sizes: readonly string[]
  readonly catchUp: readonly string[]
  readonly survival: readonly string[]
}

/** What a deployment gives, what limits it, what to do, what was assumed. */
export function predictionDocument(explained: Explained): Document {
  const { prediction } = explained
  return {
    ...frameOf(explained),
    sections: [
      predictionSection(explained),
      limitsSection(prediction),
      ...adviceSections(explained),
      ...cliffSections(prediction),
      ...sentences('bursts', 'Bursts above what is sustained', explained.bursts),
      ...assumptionsOf(prediction),
      ...askedSections(explained),
      ...(explained.next === undefined ? [] : [explained.next]),
    ],
  }
}

/** The same with every formula; `derivation`: how the load and the answer come about. */
export function explanationDocument(
  explained: Explained,
  derivation: { readonly load: readonly DerivedLine[]; readonly answer: readonly DerivedLine[] },
): Document {
  const { prediction, clientHosts } = explained
  const shown = (section: Section): Section => ({ ...section, isDetail: false })
  return {
    ...frameOf(explained),
    sections: [
      ...calibrationSections(prediction),
      derivedSection('load', 'The offered load, at the peak', derivation.load),
      shown(formulasSection(prediction)),
      derivedSection('answer', 'The answer', derivation.answer),
      ...bandSections(prediction).map(shown),
      ...sentences('bursts', 'Bursts above what is sustained', explained.bursts),
      ...sentences('client-hosts', 'Client hosts', clientHosts === '' ? [] : [clientHosts]),
      ...assumptionsOf(prediction),
      ...askedSections(explained),
    ],
  }
}

function frameOf({ prediction }: Explained): Omit<Document, 'sections'> {
  const { isFeasible } = prediction
  return {
    subject: 'Headroom prediction',
    title: deploymentText(prediction),
    answer: {
      tone: isFeasible ? 'predicted' : 'below',
      label: null,
      ...predictionSentences(prediction),
      marks: ['predicted, not measured'],
    },
    opening: [facts([['Deployment', deploymentText(prediction)]])],
    closing: 'Made by Headroom.',
  }
}

function askedSections({ asked }: Explained): Section[] {
  return [
    ...sentences('most', 'The most of this mix', asked?.most ?? []),
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

/** A section of sentences; none where there are none. */
function sentences(id: string, title: string, found: readonly string[]): Section[] {
  const content: Block = list(found)
  return found.length === 0 ? [] : [{ id, title, marks: [], blocks: [content] }]
}
