/**
 * The cell of costs in a comparison of offerings.
 */
import { isUnknown } from '../../billing/cheapest-first.ts'
import { type CostedOffering, summaryOf } from '../../billing/compare-costs.ts'
import type { Bill } from '../../billing/compute-bill.ts'
import { becauseOfRetention, namesOfMissing } from '../../billing/names-of-missing.ts'
import { usualZones, zonesText } from '../../billing/zone-traffic.ts'
import { isAfterDay } from '../../units/dated.ts'
import { joinNames } from '../../units/join-names.ts'
import { formatMoneyRange } from '../../units/money.ts'
import { priceDates, totalText, whyNothingKnown } from '../billing/bill-sentences.ts'
import { type Content, noteLine } from '../document.ts'

function hasLaterPrices({ lines }: Bill, today: string): boolean {
  return lines.some(({ source }) => source !== null && isAfterDay(source.date, today))
}

/** True if prices of the user’s own are in the total. */
function hasOwnPrices({ lines }: Bill): boolean {
  return lines.some(({ isOwn, perMonth }) => isOwn && perMonth.high > 0)
}

/** A note on the costs in a comparison. All bills have the same zones. */
export function costNote(bills: readonly Bill[]): string {
  const zones = bills[0]?.zones ?? usualZones
  const between =
    zones === 1 ? 'no traffic between zones, because all is in one' : `traffic between ${zonesText(zones)}`
  const prices = bills.some(hasOwnPrices) ? 'list prices and yours' : 'list prices'
  return `Cost a month at ${prices} without tax: units for the peak, traffic and storage at the average load, ${between}. See each bill line by line`
}

/** The total with its region and dates, the total per unit of load, and the charges that are missing. */
export function costContent({ bill }: CostedOffering, today: string): Content {
  if (bill === null) return ''
  const { region, perMegabytePerSec, perTerabyte, needsCheck, hasOldPrices } = summaryOf(bill)
  const currency = bill.currency ?? ''
  const { prices, retention } = namesOfMissing(bill.missing)
  const names = [
    ...(prices.length === 0 ? [] : [joinNames(prices)]),
    ...(retention.length === 0 ? [] : [`${joinNames(retention)}, ${becauseOfRetention}`]),
  ]
  const missing = names.length === 0 ? '' : `not known: ${names.join('; ')}`
  const nothing = whyNothingKnown(bill)
  const perLoad =
    !bill.isComplete || perMegabytePerSec === null || perTerabyte === null
      ? []
      : [
          `${formatMoneyRange(perMegabytePerSec, currency)} per MB/s written on average`,
          `${formatMoneyRange(perTerabyte, currency)} per TB`,
        ]
  return [
    totalText(bill),
    noteLine(isUnknown(bill) ? '' : `${region ?? 'no region named'}, prices of ${priceDates(bill)}`),
    noteLine(hasOwnPrices(bill) ? 'with your prices' : ''),
    ...perLoad.map(noteLine),
    noteLine(nothing === '' ? missing : nothing),
    noteLine(needsCheck ? 'check before you quote' : ''),
    noteLine(hasOldPrices ? 'prices more than a year old' : ''),
    noteLine(hasLaterPrices(bill, today) ? 'prices dated after today' : ''),
  ]
}
