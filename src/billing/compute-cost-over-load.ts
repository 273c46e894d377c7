/**
 * Computes the costs of offerings over the load, and the loads at which another offering becomes the cheaper one.
 */
import { compareOfferings } from '../capacity/compare-offerings.ts'
import { scaleScenario } from '../capacity/scale-scenario.ts'
import type { CostLine, CostOverLoad, CostPoint, Crossing } from '../contracts/cost-over-load.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { isUnknown } from './cheapest-first.ts'
import { type CostedOffering, type Pricing, withBills } from './compare-costs.ts'

/** The inputs of the computation besides scenario and offerings. `factors` multiply the scenario's rates; ascending. */
export type CostQuestion = Pricing & { readonly targetUtilisation: number; readonly factors: readonly number[] }

/** If an offering has more tiers than this, only the cheapest one at the scenario's load is used at all loads. */
const maxTiers = 20

/** Bisection steps of the search for a crossing: the interval shrinks to a millionth. */
const crossingBisections = 20

/** Returns the costs of each offering at the factors, and the crossings between offerings. */
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
  const tried = withFewTiers(scenario, offering, question)
  const known = new Map<number, Cost>()
  const costAt = (factor: number) => {
    const cost = known.get(factor) ?? costOf(cheapestAt(scaleScenario(scenario, factor), tried, question), factor)
    known.set(factor, cost)
    return cost
  }
  return { offering, costAt }
}

/** Returns the offering with the tiers that are tried at all loads. */
function withFewTiers(scenario: Scenario, offering: Offering, question: CostQuestion): Offering {
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

/** Ratio of sizes from which on a step is searched for. A straight line between two loads shows smaller steps well enough. */
const minStepRatio = 1.25

/** Bisection steps of the search for a step: the interval shrinks to a thousandth. */
const stepBisections = 10

/** Returns the costs just below and just above each load at which another size or tier is needed. */
function stepsOf(costAt: Curve['costAt'], factors: readonly number[]): { below: Cost; above: Cost }[] {
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

/** Returns the crossings of two curves where all charges of both are known, in the same currency. */
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

/** Returns -1 if the first is cheaper, 1 if the second is cheaper, 0 if they are equal or cannot be compared. */
function signAt(one: Curve, other: Curve, factor: number): number {
  const [a, b] = [one.costAt(factor), other.costAt(factor)]
  if (a.totalPerMonth === null || b.totalPerMonth === null) return 0
  if (!a.isComplete || !b.isComplete || a.currency !== b.currency) return 0
  return Math.sign(a.totalPerMonth - b.totalPerMonth)
}

/**
 * Finds a factor at which two curves cross. They may cross more than once between two factors, because sizes change in
 * steps. Then one of the crossings is found.
 */
function crossingBetween(one: Curve, other: Curve, [from, to]: readonly [number, number]): number {
  let [low, high] = [from, to]
  const before = signAt(one, other, low)
  for (let round = 0; round < crossingBisections; round++) {
    const middle = (low + high) / 2
    if (signAt(one, other, middle) === before) low = middle
    else high = middle
  }
  return high
}
