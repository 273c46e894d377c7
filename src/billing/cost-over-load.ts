/**
 * What offerings cost at other loads, and where one becomes cheaper than another.
 */
import { compareOfferings } from '../capacity/compare-offerings.ts'
import { scaleScenario } from '../capacity/scale-scenario.ts'
import type { CostLine, CostOverLoad, CostPoint, Crossing } from '../contracts/cost-over-load.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { isUnknown } from './cheapest-first.ts'
import { type CostedOffering, type Pricing, withBills } from './compare-costs.ts'

/** How costs are computed. */
export type CostQuestion = Pricing & { readonly targetUtilisation: number; readonly factors: readonly number[] }

/** Tiers of an offering that are tried at every load; of more, the cheapest at the scenario's load alone. */
const maxTiers = 20

/** Halvings of a stretch in which two lines cross: to a millionth of it. */
const halvings = 20

/** Costs of each offering at these factors, and the crossings between them. */
export function costOverLoad(scenario: Scenario, offerings: readonly Offering[], question: CostQuestion): CostOverLoad {
  const curves = offerings.map((offering) => curveOf(scenario, offering, question))
  const lines = curves.map(({ offering, costAt }): CostLine => {
    const costs = question.factors.map((factor) => costAt(factor))
    const steps = stepsOf(costAt, question.factors)
    const known = costs.filter(({ totalPerMonth }) => totalPerMonth !== null)
    return {
      offering: offering.id,
      offeringName: offering.name,
      currency: known[0]?.currency ?? null,
      isComplete: known.length > 0 && known.every(({ isComplete }) => isComplete),
      points: costs.map(pointOf),
      steps: steps.map(({ below, above }) => ({ below: pointOf(below), above: pointOf(above) })),
    }
  })
  const crossings = curves.flatMap((one, index) =>
    curves.slice(index + 1).flatMap((other) => crossingsOf(one, other, question.factors)),
  )
  return { lines, crossings: crossings.sort((one, other) => one.factor - other.factor) }
}

type Cost = CostPoint & { readonly currency: string | null; readonly isComplete: boolean }
type Curve = { readonly offering: Offering; readonly costAt: (factor: number) => Cost }

function pointOf({ factor, ingressBytesPerSec, size, tier, totalPerMonth }: Cost): CostPoint {
  return { factor, ingressBytesPerSec, size, tier, totalPerMonth }
}

function curveOf(scenario: Scenario, offering: Offering, question: CostQuestion): Curve {
  const tried = fewTiers(scenario, offering, question)
  const known = new Map<number, Cost>()
  const costAt = (factor: number) => {
    const cost = known.get(factor) ?? costOf(cheapestAt(scaleScenario(scenario, factor), tried, question), factor)
    known.set(factor, cost)
    return cost
  }
  return { offering, costAt }
}

/** The offering with the tiers that are tried. */
function fewTiers(scenario: Scenario, offering: Offering, question: CostQuestion): Offering {
  const { tiers } = offering
  if (tiers === undefined || tiers.length <= maxTiers) return offering
  const cheapest = cheapestAt(scenario, offering, question)?.tier
  const kept = tiers.filter(({ id }) => id === cheapest)
  return kept.length === 0 ? { ...offering, tiers: tiers.slice(0, maxTiers) } : { ...offering, tiers: kept }
}

function cheapestAt(scenario: Scenario, offering: Offering, question: CostQuestion): CostedOffering | undefined {
  const { targetUtilisation } = question
  const compared = compareOfferings(scenario, [offering], { targetUtilisation })
  return withBills(scenario, compared, [offering], question).find(({ fits }) => fits)
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
      currency: null,
      isComplete: false,
    }
  }
  const total = bill.totalPerMonth === null || isUnknown(bill) ? null : bill.totalPerMonth
  return {
    factor,
    ingressBytesPerSec: bill.load.ingressBytesPerSec,
    size: found.size,
    tier: found.tier,
    totalPerMonth: total === null ? null : (total.low + total.high) / 2,
    currency: bill.currency,
    isComplete: bill.isComplete,
  }
}

/** A size that is larger by less is a small step, which a line between two loads shows well enough. */
const largeStep = 1.25

/** Halvings of a stretch in which the size changes: to a thousandth of it. */
const stepHalvings = 10

/** The loads at which another size or tier is needed: the last before, and the first from there on. */
function stepsOf(costAt: Curve['costAt'], factors: readonly number[]): { below: Cost; above: Cost }[] {
  return factors.slice(1).flatMap((high, index) => {
    const before = costAt(factors[index] ?? high)
    const after = costAt(high)
    if (before.size === null || after.size === null || isSameSize(before, after)) return []
    if (before.tier === after.tier && after.size < before.size * largeStep) return []
    let [below, above] = [before, after]
    for (let round = 0; round < stepHalvings; round++) {
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

/** Only costs with every charge known, in one currency, are compared. */
function crossingsOf(one: Curve, other: Curve, factors: readonly number[]): Crossing[] {
  return factors.slice(1).flatMap((high, index) => {
    const low = factors[index] ?? high
    const [before, after] = [signAt(one, other, low), signAt(one, other, high)]
    if (before === 0 || after === 0 || before === after) return []
    const factor = crossingBetween(one, other, [low, high])
    const [above, below] = after < 0 ? [one, other] : [other, one]
    return [
      {
        factor,
        ingressBytesPerSec: one.costAt(factor).ingressBytesPerSec,
        cheaperAbove: above.offering.id,
        cheaperBelow: below.offering.id,
        totalPerMonth: above.costAt(factor).totalPerMonth ?? 0,
      },
    ]
  })
}

/** -1 where the first is cheaper, 1 where the second is, 0 where that is not known. */
function signAt(one: Curve, other: Curve, factor: number): number {
  const [a, b] = [one.costAt(factor), other.costAt(factor)]
  if (a.totalPerMonth === null || b.totalPerMonth === null) return 0
  if (!a.isComplete || !b.isComplete || a.currency !== b.currency) return 0
  return Math.sign(a.totalPerMonth - b.totalPerMonth)
}

/** Sizes come in steps, so lines may cross more than once between two factors; one of the crossings is found. */
function crossingBetween(one: Curve, other: Curve, [from, to]: readonly [number, number]): number {
  let [low, high] = [from, to]
  const before = signAt(one, other, low)
  for (let round = 0; round < halvings; round++) {
    const middle = (low + high) / 2
    if (signAt(one, other, middle) === before) low = middle
    else high = middle
  }
  return high
}
