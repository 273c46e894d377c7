/**
 * What the sizes of a forecast cost a month. Every amount is that of a bill: of the load of one day, at the size that the
 * forecast says to have on that day.
 */
import { type Growth, grownScenario, growthEvents } from '../capacity/forecast/grown-scenario.ts'
import { withPartitionsAhead } from '../capacity/forecast/partitions-ahead.ts'
import { atSize } from '../capacity/size-answers.ts'
import type { Forecast } from '../contracts/forecast.ts'
import type { ForecastCost, ForecastCosts } from '../contracts/forecast-costs.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { checkedDay, formatDay } from '../units/calendar-day.ts'
import { isUnknown } from './cheapest-first.ts'
import type { Pricing } from './compare-costs.ts'
import { type Bill, billOf } from './compute-bill.ts'
import { pricesOf } from './cost-curve.ts'

/** A point of the costs and its bill; no bill on a day on which no size is enough. */
type BilledDay = { readonly point: ForecastCost; readonly bill: Bill | null }

/** Returns the bills of a forecast of this scenario on this offering. */
export function forecastCosts(
  scenario: Scenario,
  offering: Offering,
  forecast: Forecast,
  { sheets, choice }: Pricing,
): ForecastCosts {
  const growth = { rules: forecast.growth, from: checkedDay(forecast.from) }
  const prepared = withPartitionsAhead(scenario, forecast.partitions)
  const billOn = (of: ForecastCost['of'], day: number, size: number | null): BilledDay => {
    const text = formatDay(day)
    if (size === null) return { point: { ...costWithoutSize, day: text, of }, bill: null }
    const grown = grownScenario(of === 'scenario' ? scenario : prepared, growth, day)
    const bill = billOf(atSize(grown, size), offering, sheets, choice)
    return { point: { ...costOf(bill), day: text, of, size }, bill }
  }
  const own = billOn('scenario', growth.from, scenario.deployment.size)
  const scheduled = daysOf(forecast, growth).map((day) => billOn('schedule', day, sizeOn(forecast, day)))
  const billed = keepsOwnDeployment(scenario, forecast) ? [own, ...scheduled.slice(1)] : [own, ...scheduled]
  const bills = billed.flatMap(({ bill }) => bill ?? [])
  return {
    currency: bills[0]?.currency ?? null,
    ...pricesOf(bills),
    priceSheets: [...new Set(bills.flatMap(({ priceSheets }) => priceSheets))],
    checkedOn: bills.flatMap(({ checkedOn }) => checkedOn ?? []).sort()[0] ?? null,
    missing: missingOf(bills),
    assumptions: (bills[0]?.assumptions ?? []).filter((text) => bills.every((bill) => bill.assumptions.includes(text))),
    points: billed.map(({ point }) => point),
  }
}

/** The cost of a day on which no size is enough. */
const costWithoutSize = { size: null, ingressBytesPerSec: null, totalPerMonth: null, isComplete: false } as const

function costOf(bill: Bill): Pick<ForecastCost, 'ingressBytesPerSec' | 'totalPerMonth' | 'isComplete'> {
  const { load, isComplete } = bill
  const totalPerMonth = isUnknown(bill) ? null : bill.totalPerMonth
  return { ingressBytesPerSec: load.ingressBytesPerSec, totalPerMonth, isComplete }
}

/** The first and the last day, the days of purchases, and those of launches and seasons. */
function daysOf({ purchases, to }: Forecast, growth: Growth): number[] {
  const last = checkedDay(to)
  const days = new Set([
    growth.from,
    ...purchases.map(({ from }) => checkedDay(from)),
    ...growthEvents(growth, last).keys(),
    last,
  ])
  return [...days].sort((one, other) => one - other)
}

function sizeOn({ purchases }: Forecast, day: number): number | null {
  return purchases.findLast(({ from }) => checkedDay(from) <= day)?.size ?? null
}

/** True if the forecast asks for the scenario’s own size and partitions on the first day, so that their bills are one. */
function keepsOwnDeployment(scenario: Scenario, { purchases, partitions }: Forecast): boolean {
  const prepared = withPartitionsAhead(scenario, partitions)
  const isPrepared = prepared.workload.topics.every(
    (topic, index) => topic.partitions === scenario.workload.topics[index]?.partitions,
  )
  return isPrepared && purchases[0]?.size === scenario.deployment.size
}

/** Each charge and reason once, in the order of a bill. */
function missingOf(bills: readonly Bill[]): ForecastCosts['missing'] {
  const found = bills.flatMap(({ missing }) => missing.map(({ charge: _charge, ...line }) => line))
  return found.filter(
    (each, index) => found.findIndex(({ name, reason }) => name === each.name && reason === each.reason) === index,
  )
}
