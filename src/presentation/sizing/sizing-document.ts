/**
 * The sizing report: what a workload will get, before anything was run.
 */
import type { ComparedOffering } from '../../capacity/compare-offerings.ts'
import { predictionSentences } from '../../capacity/explain-prediction.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { formatCount } from '../../units/count.ts'
import { compactJson } from '../compact-json.ts'
import { blocks, code, type Document, facts, heading, paragraph, type Section, span } from '../document.ts'
import { deploymentText } from '../report-facts.ts'
import { workloadSection } from '../run/sections/workload-section.ts'
import { fittingBlocks, refusingList, refusingTitle } from './compared-document.ts'
import { gatherOfferings } from './compared-offerings.ts'
import { formulasSection, limitsSection, openQuestionsSection, predictionSection } from './prediction-sections.ts'
import { adviceSections, bandSections, cliffSections, type SizedPrediction } from './recommendation-sections.ts'

/** A prediction and what it was asked beside. */
export interface Sizing extends SizedPrediction {
  readonly scenario: Scenario
  /** The same workload on every offering. */
  readonly compared: readonly ComparedOffering[]
  readonly headroomVersion: string
}

function compareSection(compared: readonly ComparedOffering[]): Section {
  const gathered = gatherOfferings(compared)
  const note = 'Each size follows from the limits that the vendor publishes, by the same rules.'
  return {
    id: 'compare',
    title: 'The same workload elsewhere',
    marks: [],
    blocks: blocks(
      fittingBlocks(gathered),
      gathered.refusing.length > 0 && [heading(refusingTitle), refusingList(gathered)],
      paragraph(span('quiet', note)),
    ),
  }
}

function appendixSection(scenario: Scenario): Section {
  return {
    id: 'appendix',
    title: 'Appendix: the scenario',
    marks: [],
    blocks: [
      heading('To predict it again'),
      code('headroom predict SCENARIO.headroom.json\nheadroom report sizing SCENARIO.headroom.json'),
      paragraph('Save the scenario below as SCENARIO.headroom.json.'),
      heading('Scenario'),
      code(compactJson(scenario)),
    ],
  }
}

/** The report of a prediction. It says throughout that nothing was measured. */
export function sizingDocument(sizing: Sizing): Document {
  const { scenario, prediction, compared, headroomVersion } = sizing
  return {
    subject: 'Headroom sizing report',
    title: scenario.name,
    answer: {
      tone: prediction.isFeasible ? 'predicted' : 'below',
      label: null,
      ...predictionSentences(prediction),
      marks: ['predicted, not measured'],
    },
    opening: blocks(
      facts([
        ['Deployment', deploymentText(prediction)],
        ['Open questions', formatCount(prediction.assumptions.filter(({ field }) => field !== undefined).length)],
      ]),
      scenario.notes !== undefined && { kind: 'notes', text: scenario.notes },
    ),
    sections: [
      workloadSection(scenario),
      predictionSection(sizing),
      limitsSection(prediction),
      formulasSection(prediction),
      ...adviceSections(sizing),
      ...cliffSections(prediction),
      openQuestionsSection(prediction),
      ...bandSections(prediction),
      ...(compared.length > 0 ? [compareSection(compared)] : []),
      appendixSection(scenario),
    ],
    closing: `Made by Headroom ${headroomVersion}. Nothing was measured; a validation run compares measured rates with these.`,
  }
}
