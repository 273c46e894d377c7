/**
 * Computes the costs of offerings over the load, which of them costs least, and where two change places.
 */
import type { CostLine, CostOverLoad } from '../contracts/cost-over-load.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'
import type { Pricing } from './compare-costs.ts'
import { cheapestRanges, crossingsOf } from './cost-crossings.ts'
import { type Curve, curveOf, pointOf, pricesOf, stepsOf } from './cost-curve.ts'

/** The inputs of the computation besides scenario and offerings. `factors` multiply the scenario's rates; ascending. */
export type CostQuestion = Pricing & { readonly targetUtilisation: number; readonly factors: readonly number[] }

/** Returns the costs of each offering at the factors, which one costs least, and the crossings between offerings. */
export function costOverLoad(scenario: Scenario, offerings: readonly Offering[], question: CostQuestion): CostOverLoad {
  const drawn = offerings.map((offering) => {
    const curve = curveOf(scenario, offering, question)
    return { curve, line: lineOf(curve, question.factors) }
  })
  const curves = drawn.filter(({ line }) => line.isComplete).map(({ curve }) => curve)
  const factors = withSteps(
    question.factors,
    drawn.map(({ line }) => line),
  )
  const crossings = curves.flatMap((one, index) =>
    curves.slice(index + 1).flatMap((other) => crossingsOf(one, other, factors)),
  )
  return {
    lines: drawn.map(({ line }) => line),
    cheapest: cheapestRanges(curves, factors),
    crossings: crossings.sort((one, other) => one.factor - other.factor),
  }
}

function lineOf({ offering, costAt }: Curve, factors: readonly number[]): CostLine {
  const costs = factors.map((factor) => costAt(factor))
  const known = costs.filter(({ totalPerMonth }) => totalPerMonth !== null)
  return {
    offering: offering.id,
    offeringName: offering.name,
    currency: known[0]?.currency ?? null,
    ...pricesOf(costs.flatMap(({ bill }) => bill ?? [])),
    isComplete: known.length > 0 && known.every(({ isComplete }) => isComplete),
    points: costs.map(pointOf),
    steps: stepsOf(costAt, factors).map(({ below, above }) => ({ below: pointOf(below), above: pointOf(above) })),
  }
}

/** The factors, and both sides of each step: costs change most there. */
function withSteps(factors: readonly number[], lines: readonly CostLine[]): number[] {
  const steps = lines.flatMap(({ isComplete, steps: all }) => (isComplete ? all : []))
  const all = [...factors, ...steps.flatMap(({ below, above }) => [below.factor, above.factor])]
  return [...new Set(all)].sort((one, other) => one - other)
}
