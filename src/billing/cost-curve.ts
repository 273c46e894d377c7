/**
 * The cost of one offering as a function of the load, and the loads at which it needs another size.
 */
import { compareOfferings, isNearlySure } from '../capacity/compare-offerings.ts'
import { scaleScenario } from '../capacity/scale-scenario.ts'
import type { CostLine, CostPoint } from '../contracts/cost-over-load.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { isUnknown } from './cheapest-first.ts'
import { bestTier, type CostedOffering, type Pricing, summaryOf, withBills } from './compare-costs.ts'
import type { Bill } from './compute-bill.ts'

/** Prices, choices and the target utilisation of sizes. */
type SizedPricing = Pricing & { readonly targetUtilisation: number }

/** If an offering has more tiers than this, only the best one at the scenario's load is used at all loads. */
const maxTiers = 20

/** The cost at one load, whether all charges are known, and its bill, which is null if no size carries the load. */
export type Cost = CostPoint & {
  readonly currency: string | null
  readonly isComplete: boolean
  readonly bill: Bill | null
}

/** The costs of one offering. `costAt` computes each factor once. */
export type Curve = { readonly offering: Offering; readonly costAt: (factor: number) => Cost }

/** The cost without its bill. */
export function pointOf({ factor, ingressBytesPerSec, size, tier, totalPerMonth, chanceMet }: Cost): CostPoint {
  return { factor, ingressBytesPerSec, size, tier, totalPerMonth, chanceMet }
}

/** The curve of an offering at the scenario's rates times a factor. */
export function curveOf(scenario: Scenario, offering: Offering, question: SizedPricing): Curve {
  const tried = withFewTiers(scenario, offering, question)
  const known = new Map<number, Cost>()
  const costAt = (factor: number) => {
    const cost = known.get(factor) ?? costOf(bestAt(scaleScenario(scenario, factor), tried, question), factor)
    known.set(factor, cost)
    return cost
  }
  return { offering, costAt }
}

/** Returns the offering with the tiers that are tried at all loads. */
function withFewTiers(scenario: Scenario, offering: Offering, question: SizedPricing): Offering {
  const { tiers } = offering
  if (tiers === undefined || tiers.length <= maxTiers) return offering
  const best = bestAt(scenario, offering, question)?.tier
  const kept = tiers.filter(({ id }) => id === best)
  return kept.length === 0 ? { ...offering, tiers: tiers.slice(0, maxTiers) } : { ...offering, tiers: kept }
}

function bestAt(scenario: Scenario, offering: Offering, question: SizedPricing): CostedOffering | undefined {
  const { targetUtilisation } = question
  const compared = compareOfferings(scenario, [offering], { targetUtilisation })
  return bestTier(withBills(scenario, compared, [offering], question).filter(({ fits }) => fits))
}

function costOf(found: CostedOffering | undefined, factor: number): Cost {
  const bill = found?.bill ?? null
  if (found === undefined || bill === null) {
    return {
      factor,
      ingressBytesPerSec: 0,
      size: null,
      tier: null,
      totalPerMonth: null,
      chanceMet: null,
      currency: null,
      isComplete: false,
      bill: null,
    }
  }
  const isStated = !isUnknown(bill) && isNearlySure(found)
  return {
    factor,
    ingressBytesPerSec: bill.load.ingressBytesPerSec,
    size: found.size,
    tier: found.tier,
    totalPerMonth: isStated ? (bill.totalPerMonth?.high ?? null) : null,
    chanceMet: found.chanceMet,
    currency: bill.currency,
    isComplete: bill.isComplete,
    bill,
  }
}

/** Where the prices of bills of one offering come from. */
export function pricesOf(
  bills: readonly Bill[],
): Pick<
  CostLine,
  'region' | 'pricesFrom' | 'pricesTo' | 'needsCheck' | 'hasPriceRanges' | 'hasOldPrices' | 'notIncluded'
> {
  const summaries = bills.map(summaryOf)
  const dates = summaries.flatMap(({ pricesFrom, pricesTo }) => [pricesFrom ?? [], pricesTo ?? []].flat()).sort()
  return {
    region: bills[0]?.region ?? null,
    pricesFrom: dates[0] ?? null,
    pricesTo: dates.at(-1) ?? null,
    needsCheck: summaries.some(({ needsCheck }) => needsCheck),
    hasPriceRanges: summaries.some(
      ({ totalPerMonth }) => totalPerMonth !== null && totalPerMonth.low < totalPerMonth.high,
    ),
    hasOldPrices: summaries.some(({ hasOldPrices }) => hasOldPrices),
    notIncluded: [...new Set(bills.flatMap(({ notIncluded }) => notIncluded))],
  }
}

/** Ratio of sizes from which on a step is searched for. A straight line between two loads shows smaller steps well enough. */
const minStepRatio = 1.25

/** Bisection steps of the search for a step: the interval shrinks to a thousandth. */
const stepBisections = 10

/** Returns the costs just below and just above each load at which another size or tier is needed. */
export function stepsOf(costAt: Curve['costAt'], factors: readonly number[]): { below: Cost; above: Cost }[] {
  return factors.slice(1).flatMap((high, index) => {
    const before = costAt(factors[index] ?? high)
    const after = costAt(high)
    if (before.size === null || after.size === null || isSameSize(before, after)) return []
    if (before.tier === after.tier && after.size < before.size * minStepRatio) return []
    let [below, above] = [before, after]
    for (let round = 0; round < stepBisections; round++) {
      const middle = costAt((below.factor + above.factor) / 2)
      if (isSameSize(middle, before)) below = middle
      else above = middle
    }
    return [{ below, above }]
  })
}

function isSameSize(one: Cost, other: Cost): boolean {
  return one.size === other.size && one.tier === other.tier
}
