/**
 * The sizing report: what a workload will get, before anything was run.
 */
import type { ComparedOffering } from '../../capacity/compare-offerings.ts'
import { predictionSentences } from '../../capacity/explain-prediction.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatCount } from '../../units/count.ts'
import { formatFactor } from '../../units/ratio.ts'
import { compactJson } from '../compact-json.ts'
import {
  type Block,
  blocks,
  code,
  type Document,
  facts,
  heading,
  list,
  numberCell,
  paragraph,
  type Section,
  span,
  table,
  textCell,
} from '../document.ts'
import { deploymentText } from '../report-facts.ts'
import { workloadSection } from '../run/sections/workload-section.ts'
import { adviceOf } from '../run/what-to-do.ts'
import {
  assumptionsSection,
  bandSections,
  formulasSection,
  limitsSection,
  predictionSection,
} from './prediction-sections.ts'

/** A prediction and what it was asked beside. */
export interface Sizing {
  readonly scenario: Scenario
  readonly prediction: Prediction
  /** The same workload on every offering. */
  readonly compared: readonly ComparedOffering[]
  readonly headroomVersion: string
}

function adviceSection(prediction: Prediction): Section {
  const advice = adviceOf(prediction)
  const content = advice.length > 0 ? list(advice) : paragraph('Nothing: the deployment fits the workload.')
  return { id: 'advice', title: 'What to do', marks: [], blocks: [content] }
}

/** Tiers of one offering in the report: further ones say little, and there are dozens. */
const mostTiersShown = 5

function offeringText({ offeringName, tier }: ComparedOffering): string {
  return tier === null ? offeringName : `${offeringName}, ${tier}`
}

function takesTable(shown: readonly ComparedOffering[]): Block {
  return table(
    'What takes it, each at the smallest size that keeps its limits under their target',
    [
      textCell('Offering'),
      numberCell('Limits of'),
      textCell('Smallest size'),
      numberCell('Ingress, wire'),
      numberCell('Headroom'),
    ],
    shown.map((entry) => [
      textCell(offeringText(entry)),
      numberCell(entry.limitsAsOf),
      textCell(entry.size === null ? '–' : `${formatCount(entry.size)} ${entry.unitName}`),
      numberCell(entry.achievable === null ? '–' : formatByteRate(entry.achievable.ingressWireBytesPerSec.likely)),
      numberCell(entry.headroom === null ? '–' : formatFactor(entry.headroom)),
    ]),
  )
}

function refusesTable(refusing: readonly ComparedOffering[]): Block {
  return table(
    'What does not take it',
    [textCell('Offering'), numberCell('Limits of'), textCell('Why')],
    refusing.map((entry) => [
      textCell(offeringText(entry)),
      numberCell(entry.limitsAsOf),
      textCell(entry.reasons.join(' ')),
    ]),
  )
}

/** The first tiers of each offering, in their order. */
function firstTiers(compared: readonly ComparedOffering[]): ComparedOffering[] {
  const counts = new Map<string, number>()
  return compared.filter(({ offering }) => {
    const count = (counts.get(offering) ?? 0) + 1
    counts.set(offering, count)
    return count <= mostTiersShown
  })
}

function compareSection(compared: readonly ComparedOffering[]): Section {
  const taking = compared.filter(({ fits }) => fits)
  const refusing = compared.filter(({ fits }) => !fits)
  const [shown, refused] = [firstTiers(taking), firstTiers(refusing)]
  const more = compared.length - shown.length - refused.length
  const others =
    more === 0
      ? ''
      : ` Of each offering ${mostTiersShown} tiers at most; headroom compare lists ${formatCount(more)} more.`
  const note = `Each from its vendor’s own published limits, read by the same rules; prices are not compared.${others}`
  return {
    id: 'compare',
    title: 'The same workload elsewhere',
    marks: [],
    blocks: blocks(
      shown.length > 0 && takesTable(shown),
      refused.length > 0 && refusesTable(refused),
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
export function sizingDocument({ scenario, prediction, compared, headroomVersion }: Sizing): Document {
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
        ['Open questions', formatCount(prediction.assumptions.length)],
      ]),
      scenario.notes !== undefined && { kind: 'notes', text: scenario.notes },
    ),
    sections: [
      workloadSection(scenario),
      predictionSection(prediction),
      limitsSection(prediction),
      formulasSection(prediction),
      adviceSection(prediction),
      assumptionsSection(prediction, {
        title: 'Open questions',
        introduction:
          'The scenario does not say the following, so it was assumed. Each answer can change the prediction.',
      }),
      ...bandSections(prediction),
      ...(compared.length > 0 ? [compareSection(compared)] : []),
      appendixSection(scenario),
    ],
    closing: `Made by Headroom ${headroomVersion}. Nothing was measured: a validation run lays measured rates on these.`,
  }
}
