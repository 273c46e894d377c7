/**
 * Describes the monthly costs of a deployment as a section of a report.
 */

import { isUnknown } from '../../billing/cheapest-first.ts'
import { bestTier, type CostedOffering } from '../../billing/compare-costs.ts'
import type { Bill } from '../../billing/compute-bill.ts'
import type { BrokenFile } from '../../contracts/broken-file.ts'
import { blocks, paragraph, type Section } from '../document.ts'
import { billBlocks } from './bill-blocks.ts'
import { brokenBlock } from './bill-document.ts'
import { billSentence, billTitle, totalText } from './bill-sentences.ts'
import type { SizeNote } from './size-note.ts'

/** The bill of the report's deployment. */
export interface ReportedBill {
  readonly bill: Bill & SizeNote & { readonly chanceMet: number | null }
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

/**
 * The costs for the first page. They begin with a size that carries the load: of a scenario's size that does not, they say so.
 */
export function firstPageCosts({ bill }: Pick<ReportedBill, 'bill'>, compared: readonly CostedOffering[]): string {
  const smallest = otherSmallest(bill, compared)
  const own = bill.carriesPeak === false ? ' That size does not carry the load.' : ''
  if (smallest === null || isUnknown(smallest)) return `${billSentence(bill)}${own}`
  if (own === '')
    return `${billSentence(bill)} ${billTitle(smallest)}, would be enough: ${totalText(smallest)} a month.`
  return `${billSentence(smallest)} The scenario has ${billTitle(bill)}: ${totalText(bill)} a month.${own}`
}

/** The bill of the tier and size that a comparison names for this offering; null if it is this bill's, or none carries the peak. */
function otherSmallest(bill: Bill, compared: readonly CostedOffering[]): Bill | null {
  const tiers = compared.filter(({ fits, offering }) => fits && offering === bill.offering)
  const smallest = bestTier(tiers)?.bill ?? null
  return smallest?.size === bill.size && smallest.tier === bill.tier ? null : smallest
}

/** Says what the offering's smallest size costs. Empty if the bill is for that size, or no size carries the peak. */
function smallestSentence(bill: Bill, compared: readonly CostedOffering[]): string {
  const smallest = otherSmallest(bill, compared)
  if (smallest === null) return ''
  return `The bill below is for the size of the scenario. The smallest that takes the peak with room to spare, ${billTitle(smallest)}, costs ${totalText(smallest)} a month.`
}
