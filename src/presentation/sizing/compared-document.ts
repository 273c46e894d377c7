/**
 * Describes a comparison of offerings: which of them carry a workload, at which size, and why the others do not.
 */
import type { CostedOffering } from '../../billing/compare-costs.ts'
import type { BrokenFile } from '../../contracts/broken-file.ts'
import type { Deployment } from '../../contracts/scenario.ts'
import { brokenBlock } from '../billing/bill-document.ts'
import { type Block, blocks, type Content, type Document, list, paragraph, span, table } from '../document.ts'
import { predictedMark } from '../labels.ts'
import { ageMark } from '../source-text.ts'
import { costNote } from './compared-cost.ts'
import { comparedNotes } from './compared-notes.ts'
import {
  type ComparedColumn,
  comparedCells,
  comparedColumns,
  compareSentences,
  type GatheredOfferings,
  gatherOfferings,
  type RefusingOffering,
} from './compared-offerings.ts'

/** A comparison of offerings for the workload of one scenario. */
export interface Compared {
  readonly scenarioName: string
  /** What the scenario has, which is shown first. */
  readonly inScenario: Pick<Deployment, 'offering' | 'size' | 'tier'>
  readonly targetUtilisation: number
  /** Date of the report, for the age of limits: `2026-11-23`. */
  readonly today: string
  readonly offerings: readonly CostedOffering[]
  /** Price sheets of the workspace that cannot be used. */
  readonly brokenSheets?: readonly BrokenFile[]
}

/** The description of a comparison. */
export function comparedDocument({
  scenarioName,
  inScenario,
  targetUtilisation,
  offerings,
  today,
  brokenSheets = [],
}: Compared): Document {
  const gathered = gatherOfferings(offerings, inScenario)
  return {
    subject: 'Headroom comparison of offerings',
    title: scenarioName,
    answer: {
      tone: gathered.fitting.length > 0 ? 'predicted' : 'below',
      label: null,
      ...compareSentences(gathered, targetUtilisation),
      marks: [predictedMark],
    },
    introduction: blocks(paragraph(comparedIntroduction(scenarioName)), brokenBlock(brokenSheets)),
    sections: [
      { id: 'fitting', title: 'What carries it', marks: [], blocks: fittingBlocks(gathered, today) },
      ...(gathered.refusing.length === 0
        ? []
        : [{ id: 'refusing', title: refusingTitle, marks: [], blocks: [refusingList(gathered, today)] }]),
    ],
    closing: 'Made by Headroom.',
  }
}

/** One sentence that says what is compared. */
export function comparedIntroduction(scenarioName: string): string {
  return `Each offering at the smallest size that takes the peak load of “${scenarioName}”, with its clients and topics as they are: no setting is changed.`
}

/** The heading above the offerings that do not carry the workload. */
export const refusingTitle = 'What does not carry the load'

const columns: readonly ComparedColumn[] = [
  ...(['offering', 'size', 'ingress', 'headroom', 'fullest', 'cost', 'limitsAsOf'] as const),
]

/** The offerings that carry the workload, as a table. `today` is the date for the age of limits. */
export function fittingBlocks({ fitting }: GatheredOfferings, today: string): Block[] {
  if (fitting.length === 0) return [paragraph('No offering carries this workload.')]
  const hasTiers = fitting.some(({ tiers }) => tiers.length > 1)
  const rows = fitting.map((each) => {
    const cells = comparedCells(each, today)
    return columns.map((column) => cells[column])
  })
  return blocks(
    table(
      'Offerings that carry the workload, each at its smallest size',
      columns.map((column) => ({ content: comparedColumns[column].label, isNumber: comparedColumns[column].isNumber })),
      rows,
    ),
    comparedNotes(fitting).map((note) => paragraph(span('quiet', note))),
    hasTiers &&
      paragraph(
        span('quiet', [
          'One tier of each offering is shown. See all of them ',
          { kind: 'command', command: 'headroom compare SCENARIO --csv', view: 'Compare' },
        ]),
      ),
    fitting.some(({ best }) => best.bill !== null) &&
      paragraph(
        span('quiet', [
          costNote(fitting.flatMap(({ best }) => best.bill ?? [])),
          ' ',
          { kind: 'command', command: 'headroom bill SCENARIO --offering ID', view: 'Compare' },
        ]),
      ),
  )
}

/** At most this many reasons per offering are shown; the others are counted. */
const maxReasons = 3

/** The offerings that do not carry the workload, each with the reasons. `today` is the date for the age of limits. */
export function refusingList({ refusing }: Pick<GatheredOfferings, 'refusing'>, today: string): Block {
  return list(refusing.map((each) => refusingContent(each, today)))
}

/** The dates of limits, each with a mark if it is more than a year old. */
function agedDates(dates: readonly string[], today: string): Content {
  return dates.map((date, index) => [index === 0 ? '' : ', ', date, ageMark(date, today)])
}

function refusingContent({ offering, offeringName, limitsAsOf, reasons }: RefusingOffering, today: string): Content {
  const shown = reasons.slice(0, maxReasons)
  const rest = reasons.length - shown.length
  const line = (content: Content) => span('line', span('quiet', content))
  return [
    [offeringName, ' (', span('code', offering), ', limits as of ', agedDates(limitsAsOf, today), ')'],
    ...shown.map(({ text, tiers }) => line(tiers > 1 ? `${text} (${tiers} tiers)` : text)),
    rest > 0 && line(rest === 1 ? 'And one reason of another tier.' : `And ${rest} reasons of other tiers.`),
  ]
}
