/**
 * Describes one bill: its lines, missing charges, prices and assumptions.
 */

import type { BillLine } from '../../billing/bill-line.ts'
import { type BillSummary, summaryOf } from '../../billing/compare-costs.ts'
import type { Bill } from '../../billing/compute-bill.ts'
import { chanceText } from '../../capacity/explain-chance.ts'
import { chanceLabel } from '../../charts/shared-labels.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatBinaryBytes } from '../../units/bytes.ts'
import { formatMoneyRange } from '../../units/money.ts'
import { groupDigits } from '../../units/number-text.ts'
import {
  type Block,
  blocks,
  type Cell,
  type Content,
  type Fact,
  facts,
  heading,
  list,
  numberCell,
  paragraph,
  span,
  table,
  textCell,
} from '../document.ts'
import { citation } from '../source-text.ts'
import { billSentence, missingLines, priceDates, totalText } from './bill-sentences.ts'

/**
 * Returns the blocks of one bill.
 * @param chanceMet the chance that its size meets the load; null for an offering with declared limits
 * @param hasSentence false if the document already has the bill's sentence as its answer
 */
export function billBlocks(bill: Bill, chanceMet: number | null, hasSentence = true): Block[] {
  const { lines, missing, notIncluded, assumptions } = bill
  return blocks(
    hasSentence && paragraph(billSentence(bill)),
    facts(priceFacts({ ...bill, ...summaryOf(bill) }, priceDates(bill))),
    billedLoadFacts(bill, chanceMet),
    lines.length > 0 && linesTable(bill),
    missing.length > 0 && [heading('Charges without a known amount'), list(missingLines(bill))],
    assumptions.length > 0 && [heading('Assumed'), list(assumptions)],
    notIncluded.length > 0 && [heading('Not included in this bill'), list(notIncluded)],
  )
}

type PriceOrigin = Pick<Bill, 'region' | 'currency' | 'priceSheets' | 'checkedOn'> &
  Pick<BillSummary, 'needsCheck' | 'hasOldPrices'>

/** Where the prices of bills come from, with their warnings. @param dates the dates of their sources, as a text */
export function priceFacts(origin: PriceOrigin, dates: string): Fact[] {
  const { region, currency, priceSheets, needsCheck, hasOldPrices } = origin
  if (currency === null) return [['Prices', 'none']]
  return [
    ['Region', region ?? 'none named by the source'],
    ['Currency', currency],
    ['Prices', priceSheets.map((name) => `“${name}”`).join(', ')],
    [
      'Prices of',
      [
        `${dates}, ${checkedText(origin)}`,
        needsCheck && [' ', span('mark', 'check before you quote')],
        hasOldPrices && [' ', span('mark', 'more than a year old')],
      ],
    ],
  ]
}

/** When the sheets were checked: of several sheets the day since which each was checked, because `checkedOn` is the oldest. */
export function checkedText({ priceSheets, checkedOn }: Pick<Bill, 'priceSheets' | 'checkedOn'>): string {
  if (checkedOn === null) return 'last checked never'
  return `last checked ${checkedOn}${priceSheets.length > 1 ? ' or later' : ''}`
}

function linesTable(bill: Bill): Block {
  const currency = bill.currency ?? ''
  const rows: Cell[][] = bill.lines.map((line) => [
    textCell(line.name),
    numberCell(formatMoneyRange(line.perMonth, currency)),
    textCell(whyContent(line)),
  ])
  const total = [textCell(span('strong', 'Total')), numberCell(span('strong', totalText(bill))), textCell('')]
  return table('Charges of a month', [textCell('Charge'), numberCell('A month'), textCell('Why')], [...rows, total])
}

/** The formula of a line, the source of its price, and warnings about that price. */
export function whyContent({ formula, source, isOwn, isOld, needsCheck, remark }: BillLine): Content {
  const line = (content: Content) => span('line', span('quiet', content))
  return [
    span('formula', formula),
    line(source === null ? unsourced(isOwn) : [isOwn && 'your price: ', citation(source)]),
    needsCheck && line(span('mark', 'check before you quote')),
    isOld && line(span('mark', 'price is more than a year old')),
    remark !== null && line(remark),
  ]
}

/** An amount without a source is a price that the user typed, or 0 because the charge is not used. */
function unsourced(isOwn: boolean): string {
  return isOwn ? 'your price' : 'Nothing of it is used; its price is not known.'
}

/** A rate in MB/s with two decimals, so that a reader can multiply it by costs per MB/s. Below 1 MB/s in a smaller unit. */
function rateText(bytesPerSec: number): string {
  return bytesPerSec >= 1e6 ? `${groupDigits(bytesPerSec / 1e6, 2)} MB/s` : formatByteRate(bytesPerSec)
}

/** Bytes in GiB, the unit of storage prices; less than 1 GiB in a smaller unit. */
function storedText(bytes: number): string {
  return bytes >= 2 ** 30 || bytes === 0 ? `${groupDigits(bytes / 2 ** 30, 1)} GiB` : formatBinaryBytes(bytes)
}

/** What is stored: only of the topics whose retention is stated. */
function storedFact({ storedBytes, topicsWithoutRetention }: Bill['load']): string {
  if (topicsWithoutRetention.length === 0) return storedText(storedBytes)
  return storedBytes === 0 ? 'not known' : `at least ${storedText(storedBytes)}`
}

/** The load that is billed. */
function billedLoadFacts({ load, zones }: Bill, chanceMet: number | null): Block {
  return facts([
    ...(chanceMet === null ? [] : [[chanceLabel, `${chanceText(chanceMet)} at this size`] as const]),
    ['Written, average', rateText(load.ingressBytesPerSec)],
    ['Read, average', rateText(load.egressBytesPerSec)],
    ['Stored, before replication', storedFact(load)],
    ['Zones', groupDigits(zones)],
  ])
}
