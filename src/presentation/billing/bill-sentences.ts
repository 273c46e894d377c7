/**
 * Sentences about bills.
 */

import { cheapestFirst, isUnknown } from '../../billing/cheapest-first.ts'
import { summaryOf } from '../../billing/compare-costs.ts'
import type { Bill } from '../../billing/compute-bill.ts'
import { becauseOfRetention, namesOfMissing } from '../../billing/names-of-missing.ts'
import { joinNames } from '../../units/join-names.ts'
import { formatMoneyRange } from '../../units/money.ts'
import { groupDigits } from '../../units/number-text.ts'

/** "Amazon MSK Standard, 18 brokers of kafka.m7g.large". */
export function billTitle({ offeringName, size, unitName, tier }: Bill): string {
  return `${offeringName}, ${groupDigits(size)} ${unitName}${tier === null ? '' : ` of ${tier}`}`
}

/** "11,164.93 USD", "at least 547.50 USD", or "not known". */
export function totalText(bill: Bill): string {
  const { totalPerMonth, currency, isComplete } = bill
  if (totalPerMonth === null || currency === null || isUnknown(bill)) return 'not known'
  return `${isComplete ? '' : 'at least '}${formatMoneyRange(totalPerMonth, currency)}`
}

/**
 * Says what a deployment costs per month, in which region and at prices of which dates, and names the charges that the total
 * lacks.
 */
export function billSentence(bill: Bill): string {
  const { region, missing } = bill
  if (isUnknown(bill)) return unknownSentence(bill)
  const place = region === null ? ', in a region that the source does not name' : ` in ${region}`
  return `${billTitle(bill)}: ${totalText(bill)} a month${place}${pricesText(bill)}${withoutText(missing)}.`
}

/** ", without data read, whose price is not known, and storage, because a retention is not stated"; empty if all is known. */
function withoutText(missing: Bill['missing']): string {
  const { prices, retention } = namesOfMissing(missing)
  const parts = [
    ...(prices.length === 0
      ? []
      : [`${joinNames(prices)}, whose ${prices.length === 1 ? 'price is' : 'prices are'} not known`]),
    ...(retention.length === 0 ? [] : [`${joinNames(retention)}, ${becauseOfRetention}`]),
  ]
  return parts.length === 0 ? '' : `, without ${parts.join(', and ')}`
}

/** ", at prices of 2026-06-23 to 2026-10-04 (check before you quote)"; empty without dated prices. */
function pricesText(bill: Bill): string {
  if (bill.lines.every(({ source }) => source === null)) return ''
  return `, at prices of ${priceDates(bill)}${priceWarnings(summaryOf(bill))}`
}

/** " (check before you quote, more than a year old)"; empty if neither holds. */
export function priceWarnings({
  needsCheck,
  hasOldPrices,
}: Pick<ReturnType<typeof summaryOf>, 'needsCheck' | 'hasOldPrices'>): string {
  const warnings = [
    ...(needsCheck ? ['check before you quote'] : []),
    ...(hasOldPrices ? ['more than a year old'] : []),
  ]
  return warnings.length === 0 ? '' : ` (${warnings.join(', ')})`
}

/** Says why there is no total, and which charges are known anyway. */
function unknownSentence(bill: Bill): string {
  const { lines, totalPerMonth, currency } = bill
  if (totalPerMonth === null || currency === null || totalPerMonth.high === 0)
    return `No price of ${billTitle(bill)} is known, so its bill cannot be computed. Give the price of a unit, or a price sheet of yours.`
  const charged = lines.filter(({ perMonth }) => perMonth.high > 0).map(({ name }) => name.toLowerCase())
  return `The price of the units of ${billTitle(bill)} is not known, so its bill cannot be computed. Known: ${formatMoneyRange(totalPerMonth, currency)} a month for ${joinNames(charged)}.`
}

/** The dates of the sources: "2026-06-23 to 2026-10-04". "yours" if all prices are the user's; "–" if none is known. */
export function priceDates({ lines }: Bill): string {
  const dates = lines.flatMap(({ source }) => source?.date ?? []).sort()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return lines.length === 0 ? '–' : 'yours'
  return first === last ? first : `${first} to ${last}`
}

/** True if the total is stated and is a range, because sources give a range for a price. */
export function hasPriceRange(bill: Bill): boolean {
  const { totalPerMonth } = bill
  return totalPerMonth !== null && !isUnknown(bill) && totalPerMonth.low < totalPerMonth.high
}

/** Why costs in several currencies are not compared. */
export const severalCurrencies =
  'The costs are in several currencies and no exchange rate is assumed, so no cheapest is named.'

/** Says which offering costs least, or why none can be named. Empty with fewer than two complete bills. */
export function cheapestBillSentence(bills: readonly Bill[]): string {
  const complete = cheapestFirst(bills.filter(({ isComplete, totalPerMonth }) => isComplete && totalPerMonth !== null))
  const [first, second] = complete
  if (first === undefined || second === undefined) return ''
  if (complete.length * 2 <= bills.length) {
    return 'Half of the bills or more lack a price, so no offering is named as the cheapest.'
  }
  if (complete.some(({ currency }) => currency !== first.currency)) return severalCurrencies
  const lowestOfOthers = Math.min(...complete.slice(1).map(({ totalPerMonth }) => totalPerMonth?.low ?? 0))
  if ((first.totalPerMonth?.high ?? 0) >= lowestOfOthers) {
    return `The prices of ${first.offeringName} and of others are ranges that overlap: no cheapest can be named.`
  }
  const notIncludedText = first.notIncluded.length === 0 ? '' : ` Not included: ${first.notIncluded.join('; ')}.`
  return `Of the ${complete.length} with every charge known, ${billTitle(first)} costs least: ${totalText(first)} a month${first.zones === 1 ? ' with all in one zone' : ''}.${notIncludedText}`
}

/** Lists charges without a known amount, one line per reason: "Data written, data read: Not published for Dedicated." */
export function missingLines({
  missing,
}: {
  readonly missing: readonly Pick<Bill['missing'][number], 'name' | 'reason'>[]
}): string[] {
  const names = new Map<string, string[]>()
  for (const { name, reason } of missing) names.set(reason, [...(names.get(reason) ?? []), name])
  return [...names].map(([reason, [first = '', ...others]]) => {
    const all = [first, ...others.map((name) => name.toLowerCase())]
    return `${all.join(', ')}: ${reason}`
  })
}

/** Returns the reason why no charge of a bill is known, if all charges have the same reason. Empty otherwise. */
export function whyNothingKnown({ lines, missing }: Bill): string {
  const [first, ...others] = new Set(missing.map(({ reason }) => reason))
  return lines.length > 0 || others.length > 0 ? '' : (first ?? '')
}
