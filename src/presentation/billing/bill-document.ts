/**
 * Describes monthly bills as a document: every line with its formula and source, and the charges that are missing.
 */

import { isUnknown } from '../../billing/cheapest-first.ts'
import type { Bill } from '../../billing/compute-bill.ts'
import { chanceText } from '../../capacity/explain-chance.ts'
import { targetText } from '../../capacity/fixed-numbers.ts'
import { chanceLabel } from '../../charts/shared-labels.ts'
import type { BrokenFile } from '../../contracts/broken-file.ts'
import { formatMoneyRange } from '../../units/money.ts'
import {
  type Block,
  blocks,
  type Content,
  type Document,
  list,
  numberCell,
  paragraph,
  type Section,
  span,
  table,
  textCell,
} from '../document.ts'
import { billBlocks } from './bill-blocks.ts'
import { billSentence, billTitle, cheapestBillSentence, priceDates, totalText } from './bill-sentences.ts'
import type { SizeNote } from './size-note.ts'

/**
 * A bill, the note on its size that comes first, and the chance that this size meets the load. The chance is null for an
 * offering with declared limits.
 */
type ChancedBill = Bill & SizeNote & { readonly chanceMet: number | null }

/** Bills of one scenario, and the offerings that do not carry it. */
export interface Billed {
  readonly scenarioName: string
  readonly targetUtilisation: number
  /** True if each bill is for the smallest size that takes the peak; false if for the size of the scenario. */
  readonly isSmallest: boolean
  readonly bills: readonly ChancedBill[]
  readonly unbilled: readonly {
    readonly offering: string
    readonly offeringName: string
    readonly reasons: readonly string[]
  }[]
  readonly brokenSheets: readonly BrokenFile[]
  /** A sentence on the setting that would make a smaller size enough. Absent if none is recommended for these bills. */
  readonly setting?: string
}

/** Describes the bills as a document. */
export function billDocument(billed: Billed): Document {
  const { scenarioName, bills, unbilled } = billed
  const [only] = bills
  const isOne = bills.length === 1 && unbilled.length === 0
  return {
    subject: 'Headroom bill for a month',
    title: scenarioName,
    answer: {
      tone: bills.some((bill) => !isUnknown(bill) && bill.carriesPeak !== false) ? 'predicted' : 'below',
      label: null,
      sentence:
        isOne && only !== undefined ? `${only.sizeNote} ${billSentence(only)}`.trimStart() : countSentence(billed),
      reason: isOne ? '' : cheapestBillSentence(bills),
      marks: ['computed from dated prices, not an offer'],
    },
    introduction: blocks(
      paragraph(`${sizeSentence(billed)} ${billed.setting ?? ''}`.trimEnd()),
      brokenBlock(billed.brokenSheets),
    ),
    sections: [
      ...(bills.length > 1 ? [overview(bills)] : []),
      ...bills.map((bill, index): Section => {
        return {
          id: `bill-${index + 1}`,
          title: billTitle(bill),
          marks: [],
          blocks: billBlocks(bill, bill.chanceMet, !isOne),
        }
      }),
      ...(unbilled.length === 0
        ? []
        : [{ id: 'unbilled', title: 'What does not carry the load', marks: [], blocks: [unbilledList(unbilled)] }]),
    ],
    closing: 'Made by Headroom.',
  }
}

function countSentence({ bills, unbilled }: Billed): string {
  const complete = bills.filter(({ isComplete }) => isComplete).length
  const all = bills.length + unbilled.length
  return `${complete} of ${all} offerings have a bill with every charge known.`
}

function sizeSentence({ isSmallest, targetUtilisation }: Billed): string {
  const size = isSmallest
    ? `the smallest size that takes the peak with ${targetText(targetUtilisation)}`
    : 'the size of the scenario'
  return `Units are billed at ${size}, traffic and storage at the average load.`
}

/** Lists price sheets that cannot be used, with their problems. Returns null if there are none. */
export function brokenBlock(broken: readonly BrokenFile[]): Block | null {
  if (broken.length === 0) return null
  const items = broken.flatMap(({ path, error }) => [
    `${path} is left out: ${error.message}`,
    ...error.problems.map(({ place, message }) => `${place}: ${message}`),
  ])
  return { kind: 'warning', blocks: [list(items)] }
}

function overview(bills: readonly ChancedBill[]): Section {
  const hasChance = bills.some(({ chanceMet }) => chanceMet !== null)
  const rows = bills.map((bill) => [
    textCell(billTitle(bill)),
    ...(hasChance ? [numberCell(bill.chanceMet === null ? '–' : chanceText(bill.chanceMet))] : []),
    numberCell(totalText(bill)),
    numberCell(rangeText(bill.perMegabytePerSec, bill)),
    numberCell(rangeText(bill.perTerabyte, bill)),
    textCell(bill.region ?? 'none named'),
    textCell(missingText(bill)),
    textCell(priceDates(bill)),
  ])
  const headings = [
    textCell('Offering'),
    ...(hasChance ? [numberCell(chanceLabel)] : []),
    numberCell('A month'),
    numberCell('Per MB/s written'),
    numberCell('Per TB written'),
    textCell('Region'),
    textCell('Not known'),
    textCell('Prices of'),
  ]
  return {
    id: 'overview',
    title: 'Costs a month',
    marks: [],
    blocks: [table('Bills of a month, cheapest first', headings, rows)],
  }
}

function rangeText(range: Bill['perTerabyte'], bill: Bill): string {
  const { currency } = bill
  return range === null || currency === null || !bill.isComplete ? '–' : formatMoneyRange(range, currency)
}

/** Names the charges of a bill whose price is not known: "units, data read". */
export function missingText({ missing }: Bill): string {
  return missing.length === 0 ? 'nothing' : missing.map(({ name }) => name.toLowerCase()).join(', ')
}

function unbilledList(unbilled: Billed['unbilled']): Block {
  return list(
    unbilled.map(({ offering, offeringName, reasons }): Content => {
      return [
        [offeringName, ' (', span('code', offering), ')'],
        ...reasons.map((reason) => span('line', span('quiet', reason))),
      ]
    }),
  )
}
