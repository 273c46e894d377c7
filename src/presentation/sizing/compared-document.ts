/**
 * A comparison of offerings: which take a workload, at what size, and why the others do not.
 */
import type { ComparedOffering } from '../../capacity/compare-offerings.ts'
import { type Block, blocks, type Content, type Document, list, paragraph, span, table } from '../document.ts'
import {
  type ComparedColumn,
  comparedCells,
  comparedColumns,
  compareSentences,
  type GatheredOfferings,
  gatherOfferings,
  type RefusingOffering,
  unitCostNote,
} from './compared-offerings.ts'

/** A comparison and what it is of. */
export interface Compared {
  readonly scenarioName: string
  readonly targetUtilisation: number
  readonly offerings: readonly ComparedOffering[]
}

/** The comparison as an answer. */
export function comparedDocument({ scenarioName, targetUtilisation, offerings }: Compared): Document {
  const gathered = gatherOfferings(offerings)
  return {
    subject: 'Headroom comparison of offerings',
    title: scenarioName,
    answer: {
      tone: gathered.fitting.length > 0 ? 'predicted' : 'below',
      label: null,
      ...compareSentences(gathered, targetUtilisation),
      marks: ['predicted, not measured'],
    },
    opening: [paragraph(comparedIntroduction(scenarioName))],
    sections: [
      { id: 'fitting', title: 'What carries it', marks: [], blocks: fittingBlocks(gathered) },
      ...(gathered.refusing.length === 0
        ? []
        : [{ id: 'refusing', title: refusingTitle, marks: [], blocks: [refusingList(gathered)] }]),
    ],
    closing: 'Made by Headroom.',
  }
}

/** What is compared. */
export function comparedIntroduction(scenarioName: string): string {
  return `Each offering at the smallest size that takes the peak load of “${scenarioName}”.`
}

/** Heading of the offerings that do not take the workload. */
export const refusingTitle = 'What does not carry it'

const columns: readonly ComparedColumn[] = [
  ...(['offering', 'size', 'ingress', 'headroom', 'fullest', 'cost', 'limitsAsOf'] as const),
]

/** The offerings that take the workload, as a table. */
export function fittingBlocks({ fitting }: GatheredOfferings): Block[] {
  if (fitting.length === 0) return [paragraph('No offering takes this workload.')]
  const hasTiers = fitting.some(({ tiers }) => tiers.length > 1)
  const rows = fitting.map((each) => {
    const cells = comparedCells(each)
    return columns.map((column) => cells[column])
  })
  return blocks(
    table(
      'Offerings that carry the workload, each at its smallest size',
      columns.map((column) => ({ content: comparedColumns[column].label, isNumber: comparedColumns[column].isNumber })),
      rows,
    ),
    hasTiers &&
      paragraph(
        span('quiet', [
          'One tier of each offering is shown. See all of them ',
          { kind: 'command', command: 'headroom compare SCENARIO --csv', view: 'Compare' },
        ]),
      ),
    fitting.some(({ best }) => best.cost !== null) && quiet(unitCostNote),
  )
}

function quiet(text: string): Block {
  return paragraph(span('quiet', text))
}

/** More reasons of one offering are counted. */
const mostReasons = 3

/** The offerings that do not take the workload, each with its reasons. */
export function refusingList({ refusing }: Pick<GatheredOfferings, 'refusing'>): Block {
  return list(refusing.map(refusingContent))
}

function refusingContent({ offering, offeringName, limitsAsOf, reasons }: RefusingOffering): Content {
  const shown = reasons.slice(0, mostReasons)
  const rest = reasons.length - shown.length
  const line = (content: Content) => span('line', span('quiet', content))
  return [
    [offeringName, ' (', span('code', offering), `, limits as of ${limitsAsOf.join(', ')})`],
    ...shown.map(({ text, tiers }) => line(tiers > 1 ? `${text} (${tiers} tiers)` : text)),
    rest > 0 && line(rest === 1 ? 'And one reason of another tier.' : `And ${rest} reasons of other tiers.`),
  ]
}
