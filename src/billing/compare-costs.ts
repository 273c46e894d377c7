/**
 * Adds bills to compared offerings.
 */
import { type ComparedOffering, isNearlySure } from '../capacity/compare-offerings.ts'
import type { BillChoice } from '../contracts/bill-request.ts'
import type { Offering } from '../contracts/offering.ts'
import type { ChargeKind } from '../contracts/prices.ts'
import type { Scenario } from '../contracts/scenario.ts'
import type { MoneyRange } from '../units/money.ts'
import { cheapestFirst, isUnknown } from './cheapest-first.ts'
import { type Bill, billOf } from './compute-bill.ts'
import type { PriceSheets } from './find-prices.ts'

/** A compared offering with its bill. The bill is null if the offering does not carry the workload. */
export type CostedOffering = ComparedOffering & { readonly bill: Bill | null }

/** Prices and choices for bills. */
export type Pricing = { readonly sheets: PriceSheets; readonly choice: BillChoice }

/**
 * Adds a bill to each offering that carries the workload, and sorts these offerings as `cheapestFirst` does. Tiers that
 * are not for production follow, and then the other offerings.
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
  const isUsual = ({ caution }: ComparedOffering) => caution === null
  return [
    ...first.filter(isUsual),
    ...first.filter((each) => !isUsual(each)),
    ...costed.filter(({ bill }) => bill === null),
  ]
}

/**
 * Returns the tier of an offering that is shown and compared: the first that is nearly sure to meet the load; otherwise
 * the first. A dearer tier often is nearly sure for little more. Tiers that are not for production are not chosen for
 * their chance. Undefined if there is no tier.
 *
 * @param tiers the tiers that carry the workload, sorted as by `withBills`
 */
export function bestTier(tiers: readonly CostedOffering[]): CostedOffering | undefined {
  return tiers.find((tier) => tier.caution === null && isNearlySure(tier)) ?? tiers[0]
}

/** A bill without its lines, for lists. */
export type BillSummary = {
  /** Null if the total would be misleading, as `isUnknown` says. A lower bound if a charge is missing. */
  readonly totalPerMonth: MoneyRange | null
  /** Null if a charge is missing. */
  readonly perMegabytePerSec: MoneyRange | null
  /** Null if a charge is missing. */
  readonly perTerabyte: MoneyRange | null
  readonly currency: string | null
  readonly region: string | null
  readonly isComplete: boolean
  /** Charges that apply and whose price is not known. */
  readonly missing: readonly ChargeKind[]
  /** Dates of the oldest and the newest source; null if the bill contains no published price. */
  readonly pricesFrom: string | null
  readonly pricesTo: string | null
  /** True if a line has a price from a secondary source. */
  readonly needsCheck: boolean
  /** True if a line has a source that is more than a year old, or a price sheet was last checked that long ago. */
  readonly hasOldPrices: boolean
}

/** The totals of a bill, where they are not misleading. */
export function statedTotals(bill: Bill): Pick<BillSummary, 'totalPerMonth' | 'perMegabytePerSec' | 'perTerabyte'> {
  return {
    totalPerMonth: isUnknown(bill) ? null : bill.totalPerMonth,
    perMegabytePerSec: bill.isComplete ? bill.perMegabytePerSec : null,
    perTerabyte: bill.isComplete ? bill.perTerabyte : null,
  }
}

/** Summarises a bill. */
export function summaryOf(bill: Bill): BillSummary {
  const dates = bill.lines.flatMap(({ source }) => source?.date ?? []).sort()
  return {
    ...statedTotals(bill),
    currency: bill.currency,
    region: bill.region,
    isComplete: bill.isComplete,
    missing: bill.missing.map(({ charge }) => charge),
    pricesFrom: dates[0] ?? null,
    pricesTo: dates.at(-1) ?? null,
    needsCheck: bill.lines.some(({ needsCheck, perMonth }) => needsCheck && perMonth.high > 0),
    hasOldPrices: bill.isCheckOld || bill.lines.some(({ isOld, perMonth }) => isOld && perMonth.high > 0),
  }
}
