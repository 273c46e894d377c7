/**
 * The billed units of an elastic offering, which bills units by usage.
 */
import { roleOf } from '../capacity/constraint-model.ts'
import { smallestBuyableSize } from '../capacity/limit-set.ts'
import { atSize } from '../capacity/size-answers.ts'
import { smallestSize } from '../capacity/smallest-size.ts'
import { type Solution, situationOf, solve } from '../capacity/solve.ts'
import { dimensionNoun } from '../contracts/dimensions.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { groupDigits } from '../units/number-text.ts'
import { atAverage } from './average-load.ts'

/** Billed units, which need not be a whole number, and the reason as part of a sentence. */
export type ElasticUnits = { readonly units: number; readonly reason: string }

/**
 * Computes the units that the average load uses: the maximum of demand / capacity per unit over all limits that grow with
 * the size. The result is at least the smallest size that can be bought and at most the deployment's size. It is a lower
 * estimate if the load varies within the month, because vendors bill each hour separately.
 *
 * Demand is computed at the smallest size that carries the average load, because clients open more connections to a
 * larger cluster.
 */
export function elasticUnits(scenario: Scenario, offering: Offering): ElasticUnits {
  const average = atAverage(scenario)
  const situation = situationOf(average, offering)
  const { limits, deployment, size } = situation
  const { unitName } = offering
  const whole = smallestSize(average, situation, 1)?.size ?? size
  if (whole >= size) return { units: size, reason: wholeSizeText(size, whole) }
  const least = smallestBuyableSize(limits, deployment)
  const fullest = fullestLimit(solve(atSize(average, whole), offering))
  if (fullest === null || fullest.units <= least) {
    return {
      units: least,
      reason: `${groupDigits(least)} ${least === 1 ? unitName.singular : unitName.plural} at least`,
    }
  }
  const units = Math.min(fullest.units, whole)
  return { units, reason: `${fullest.noun} at the average load needs ${groupDigits(units, 2)} ${unitName.plural}` }
}

/** "the size of 24"; or, if the average load needs more than that: "at most the size of 1, where it needs 10". */
function wholeSizeText(size: number, needed: number): string {
  const most = `the size of ${groupDigits(size)}`
  return needed > size ? `at most ${most}, where it needs ${groupDigits(needed)}` : most
}

/** Returns the limit that needs the most units, and their number; null if no limit grows with the size. */
function fullestLimit({ situation, models, demanded }: Solution): { units: number; noun: string } | null {
  let fullest: { units: number; noun: string } | null = null
  for (const model of models) {
    if (roleOf(model) === 'wastes') continue
    const limit = [...situation.publishedLimits.values()].find(({ dimension }) => dimension === model.dimension)
    if (limit?.perUnit === undefined) continue
    const units = model.demandAt(demanded) / limit.perUnit
    if (fullest === null || units > fullest.units) fullest = { units, noun: dimensionNoun(model.dimension) }
  }
  return fullest
}
