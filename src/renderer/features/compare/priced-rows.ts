/**
 * The compared offerings of the view, with their bills. Pure.
 */
import { withBills } from '../../../billing/compare-costs.ts'
import { sheetOfUnitPrices } from '../../../billing/unit-prices.ts'
import { compareOfferings } from '../../../capacity/compare-offerings.ts'
import type { ModelList } from '../../../contracts/model-list.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { type GatheredOfferings, gatherOfferings } from '../../../presentation/sizing/compared-offerings.ts'
import { billChoiceOf, type CompareForm, type CompareReading } from './compare-form.ts'

/** The scenario, the offerings to compare, and the prices and choices for their bills. */
export interface PricedComparison {
  readonly scenario: Scenario
  readonly offerings: readonly Offering[]
  readonly prices: ModelList['prices']
  readonly form: Pick<CompareForm, 'sheets' | 'followerFetch'>
  readonly reading: CompareReading
  /** Date for which the bills are made, such as 2026-11-23. */
  readonly today: string
}

/** The offerings, best first, each with its tiers and bills; those that refuse the workload are apart. */
export function pricedRows({ scenario, offerings, prices, form, reading, today }: PricedComparison): GatheredOfferings {
  const typedPrices = sheetOfUnitPrices(reading.prices, prices.published, today)
  const own = [...prices.own, ...form.sheets, ...(typedPrices === null ? [] : [typedPrices])]
  const choice = billChoiceOf(form, reading, today)
  const compared = compareOfferings(scenario, offerings, reading)
  return gatherOfferings(
    withBills(scenario, compared, offerings, { sheets: { published: prices.published, own }, choice }),
    scenario.deployment,
  )
}
