/**
 * Describes the monthly costs of a deployment as a section of a report.
 */

import type { CostedOffering } from '../../billing/compare-costs.ts'
import type { Bill } from '../../billing/compute-bill.ts'
import type { BrokenFile } from '../../contracts/broken-file.ts'
import { blocks, paragraph, type Section } from '../document.ts'
import { billBlocks } from './bill-blocks.ts'
import { brokenBlock } from './bill-document.ts'
import { billTitle, totalText } from './bill-sentences.ts'
import type { SizeNote } from './size-note.ts'

/** The bill of the report's deployment. */
export interface ReportedBill {
  readonly bill: Bill & Pick<SizeNote, 'sizeNote'> & { readonly chanceMet: number | null }
  /** Price sheets of the workspace that cannot be used. */
  readonly brokenSheets: readonly BrokenFile[]
}

/** The bill as a section. It also names the cost of the smallest size in `compared`, if that is another size. */
export function billSection({ bill, brokenSheets }: ReportedBill, compared: readonly CostedOffering[]): Section {
  return {
    id: 'costs',
    title: 'What it costs a month',
    marks: ['computed from dated prices, not an offer'],
    blocks: blocks(
      brokenBlock(brokenSheets),
      bill.sizeNote !== '' && paragraph(bill.sizeNote),
      smallestSentence(bill, compared) !== '' && paragraph(smallestSentence(bill, compared)),
      billBlocks(bill, bill.chanceMet),
    ),
  }
}

/** Says what the offering's smallest size costs. Empty if the bill is for that size, or no size carries the peak. */
function smallestSentence(bill: Bill, compared: readonly CostedOffering[]): string {
  const smallest = compared.find(({ fits, offering }) => fits && offering === bill.offering)?.bill ?? null
  if (smallest === null || (smallest.size === bill.size && smallest.tier === bill.tier)) return ''
  return `The bill below is for the size of the scenario. The smallest that takes the peak with room to spare, ${billTitle(smallest)}, costs ${totalText(smallest)} a month.`
}
