/**
 * The sizing report: the prediction of a workload on a deployment, without a run.
 */
import type { CostedOffering } from '../../billing/compare-costs.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import type { SmallerSizes } from '../../planning/smaller-size.ts'
import { formatCount } from '../../units/count.ts'
import { billSection, firstPageCosts, type ReportedBill } from '../billing/bill-section.ts'
import { compactJson } from '../compact-json.ts'
import { blocks, code, type Document, type Fact, facts, heading, paragraph, type Section, span } from '../document.ts'
import { costSection, costTrendSentence } from '../forecast/forecast-cost-section.ts'
import { forecastSentence, sizeSentence } from '../forecast/forecast-document.ts'
import { partitionsSections } from '../forecast/forecast-partitions.ts'
import { type ForecastAnswer, whenSection } from '../forecast/forecast-sections.ts'
import { sizesSection } from '../forecast/forecast-sizes.ts'
import { growthText } from '../forecast/growth-text.ts'
import { deploymentContent } from '../report-facts.ts'
import { workloadSection } from '../run/sections/workload-section.ts'
import { fittingBlocks, refusingList, refusingTitle } from './compared-document.ts'
import { gatherOfferings } from './compared-offerings.ts'
import { latencySections } from './latency-sections.ts'
import { formulasSection, limitsSection, openQuestionsSection, predictionSection } from './prediction-sections.ts'
import { answerOf, carriedParagraph, type WordedRecommendation } from './recommendation.ts'
import { adviceSections, bandSections, cliffSections, type SizedPrediction } from './recommendation-sections.ts'
import { smallerSizeSections } from './smaller-size-section.ts'

/** A prediction with its scenario and the comparison with other offerings. */
export interface Sizing extends SizedPrediction {
  readonly scenario: Scenario
  /** Comparison with other offerings. Empty if they are not compared. */
  readonly compared: readonly CostedOffering[]
  readonly headroomVersion: string
  readonly recommendation: WordedRecommendation
  /** Changes with which a smaller size is enough. */
  readonly smallerSizes: SmallerSizes
  /** The forecast. Null if no growth was given. */
  readonly forecast: ForecastAnswer | null
  /** Date of the report, for the age of limits: `2026-11-23`. */
  readonly today: string
  /** The monthly bill of the deployment. */
  readonly billed: ReportedBill
}

/** Facts for the first page: when the deployment is full, and what it costs. */
function firstPageFacts({ forecast, billed, compared }: Sizing): Fact[] {
  const cost: Fact = ['Cost a month', firstPageCosts(billed, compared)]
  if (forecast === null) return [cost]
  const { growth, from, to } = forecast.forecast
  return [
    ['When', `${forecastSentence(forecast.forecast)} ${sizeSentence(forecast)}`],
    ['Growth', `${growth.map(growthText).join('; ')}, ${from} to ${to}`],
    cost,
    ['Cost with growth', costTrendSentence(forecast)],
  ]
}

function forecastSections({ forecast }: Sizing): Section[] {
  if (forecast === null) return []
  return [
    whenSection(forecast.forecast),
    sizesSection(forecast),
    ...partitionsSections(forecast.forecast),
    costSection(forecast),
  ]
}

function compareSection(compared: readonly CostedOffering[], { deployment }: Scenario, today: string): Section {
  const gathered = gatherOfferings(compared, deployment)
  const note = 'Each size follows from the limits that the vendor publishes, by the same rules.'
  return {
    id: 'compare',
    title: 'The same workload on other offerings',
    marks: [],
    blocks: blocks(
      fittingBlocks(gathered, today),
      gathered.refusing.length > 0 && [heading(refusingTitle), refusingList(gathered, today)],
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

/** Makes the report. It says that nothing was measured. */
export function sizingDocument(sizing: Sizing): Document {
  const { scenario, prediction, recommendation, compared, headroomVersion, today } = sizing
  return {
    subject: 'Headroom sizing report',
    title: scenario.name,
    answer: answerOf(recommendation, prediction),
    introduction: blocks(
      carriedParagraph(prediction),
      facts([
        ['As of', today],
        ['Deployment', deploymentContent(prediction, today)],
        ...firstPageFacts(sizing),
        ['Open questions', formatCount(prediction.assumptions.filter(({ field }) => field !== undefined).length)],
      ]),
      scenario.notes !== undefined && { kind: 'notes', text: scenario.notes },
    ),
    sections: [
      workloadSection(scenario),
      predictionSection(sizing, today),
      ...smallerSizeSections(sizing.smallerSizes, sizing),
      ...forecastSections(sizing),
      billSection(sizing.billed, compared),
      limitsSection(prediction),
      formulasSection(prediction, today),
      ...adviceSections(sizing),
      ...cliffSections(prediction),
      ...latencySections(prediction),
      openQuestionsSection(prediction),
      ...bandSections(prediction),
      ...(compared.length > 0 ? [compareSection(compared, scenario, today)] : []),
      appendixSection(scenario),
    ],
    closing: `Made by Headroom ${headroomVersion}. Nothing was measured; a validation run compares measured rates with these.`,
  }
}
