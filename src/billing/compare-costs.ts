/**
 * Compared offerings with their bills.
 */
import type { ComparedOffering } from '../capacity/compare-offerings.ts'
import type { BillChoice } from '../contracts/bill-request.ts'
import type { Offering } from '../contracts/offering.ts'
import type { ChargeKind } from '../contracts/prices.ts'
import type { Scenario } from '../contracts/scenario.ts'
import type { MoneyRange } from '../units/money.ts'
import { type Bill, billOf } from './bill.ts'
import { cheapestFirst } from './cheapest-first.ts'
import type { PriceSheets } from './find-prices.ts'

/** A compared offering with its bill; null if it does not take the workload. */
export type CostedOffering = ComparedOffering & { readonly bill: Bill | null }

/** With what bills are computed. */
export type Pricing = { readonly sheets: PriceSheets; readonly choice: BillChoice }

/**
 * The offerings with their bills: what fits first, then complete bills before those that lack a price, the cheapest first
 * (one currency after another), then by name.
 */
export function withBills(
  scenario: Scenario,
  compared: readonly ComparedOffering[],
  offerings: readonly Offering[],
  { sheets, choice }: Pricing,
): CostedOffering[] {
  const byId = new Map(offerings.map((offering) => [offering.id, offering]))
  const costed = compared.map((each): CostedOffering => {
    const offering = byId.get(each.offering)
    if (!each.fits || each.deployment === null || offering === undefined) return { ...each, bill: null }
    return { ...each, bill: billOf({ ...scenario, deployment: each.deployment }, offering, sheets, choice) }
  })
  const sortable = costed.flatMap((row, index) => (row.bill === null ? [] : [{ ...row.bill, index }]))
  const first = cheapestFirst(sortable).flatMap(({ index }) => costed[index] ?? [])
  return [...first, ...costed.filter(({ bill }) => bill === null)]
}

/** A bill without its lines, for lists. */
export type BillSummary = {
  readonly totalPerMonth: MoneyRange | null
  readonly perMegabytePerSec: MoneyRange | null
  readonly perTerabyte: MoneyRange | null
  readonly currency: string | null
  readonly region: string | null
  readonly isComplete: boolean
  /** Charges that occur and whose price is not known. */
  readonly missing: readonly ChargeKind[]
  /** Dates of the oldest and the newest source; null if no published price is in the bill. */
  readonly pricesFrom: string | null
  readonly pricesTo: string | null
  /** True if a line is of a secondary source, and if one is of a source of more than a year ago. */
  readonly needsCheck: boolean
  readonly hasOldPrices: boolean
}

/** What a list says of a bill. */
export function summaryOf(bill: Bill): BillSummary {
  const dates = bill.lines.flatMap(({ source }) => source?.date ?? []).sort()
  return {
    totalPerMonth: bill.totalPerMonth,
    perMegabytePerSec: bill.perMegabytePerSec,
    perTerabyte: bill.perTerabyte,
    currency: bill.currency,
    region: bill.region,
    isComplete: bill.isComplete,
    missing: bill.missing.map(({ charge }) => charge),
    pricesFrom: dates[0] ?? null,
    pricesTo: dates.at(-1) ?? null,
    needsCheck: bill.lines.some(({ needsCheck, perMonth }) => needsCheck && perMonth.high > 0),
    hasOldPrices: bill.lines.some(({ isOld, perMonth }) => isOld && perMonth.high > 0),
  }
}
