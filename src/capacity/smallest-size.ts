/**
 * Searches for the smallest size that can be bought and keeps every limit at or below a target utilisation.
 */
import type { LimitSet } from '../contracts/offering.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { targetOf, targetUtilisation } from '../contracts/target-utilisation.ts'
import { type ConstraintModel, roleOf } from './constraint-model.ts'
import { allConstraints } from './constraints/all-constraints.ts'
import { largestSize, leastUnits, smallestBuyableSize, soldSizeFrom, soldSizeUpTo } from './limit-set.ts'
import { describeSituation, type Situation } from './situation.ts'
import { atOnceTrafficAt, type Traffic } from './traffic.ts'

/** Utilisations within this factor are equal. The first of them in the order of the constraints is named. */
const tie = 1 + 1e-9

/** How full a size is. */
export type Fullest = {
  /** The highest utilisation, to compare with the target. That of a fixed number, which may be full, counts x target. */
  readonly utilisation: number
  /** The limit with the highest utilisation, fixed numbers as they are; null if none has a demand. */
  readonly limit: (Pick<ConstraintModel, 'id' | 'dimension'> & { readonly utilisation: number }) | null
  /** Like `limit`, but without fixed numbers that may be above the target. */
  readonly other: Fullest['limit']
  /** Fixed numbers above the target. */
  readonly fixedNumbers: NonNullable<NonNullable<Prediction['smallest']>['fixedNumbers']>
}

/** Sizes to choose from, and the maximum utilisation. */
type SizeRange = {
  readonly low: number
  readonly high: number
  readonly target: number
  /** Which sizes are sold, both ends too. */
  readonly sold: LimitSet
}

/**
 * The smallest size that can be bought and keeps every dimension at or below the target, with its fullest dimension.
 * Null if no size does: the limits of a partition or a producer's connection do not grow with the size.
 */
export function smallestSize(
  scenario: Scenario,
  situation: Situation,
  target = targetUtilisation,
): Prediction['smallest'] {
  const { limits, offering } = situation
  const low = smallestBuyableSize(limits, scenario.deployment, leastUnits(offering, limits, scenario.workload))
  const high = largestSize(limits, scenario.deployment)
  return searchSize({ low, high, target, sold: limits }, (size) =>
    fullestDimension(scenario, situation, { size, target }),
  )
}

/** The smallest size of a range at or below the target. Utilisation must not rise with the size. */
export function searchSize(range: SizeRange, fullestOf: (size: number) => Fullest): Prediction['smallest'] {
  const { target, sold } = range
  let { low, high } = range
  if (low > high) return null
  const first = fullestOf(low)
  if (first.utilisation <= target) return answer(low, first, target)
  // Most demands do not change with the size, so the first guess is nearly always right.
  const guess = soldSizeFrom(sold, Math.ceil((low * first.utilisation) / target))
  let best: Fullest | null = null
  if (guess <= high) {
    const there = fullestOf(guess)
    if (there.utilisation <= target) [high, best] = [guess, there]
    const below = soldSizeUpTo(sold, guess - 1)
    if (below > low && fullestOf(below).utilisation > target) low = below
  }
  if (best === null) {
    best = fullestOf(high)
    if (best.utilisation > target) return null
  }
  for (;;) {
    const middle = soldBetween(sold, low, high)
    if (middle === null) return answer(high, best, target)
    const there = fullestOf(middle)
    if (there.utilisation <= target) [high, best] = [middle, there]
    else low = middle
  }
}

/** A sold size between two others, as near to their middle as can be; null if none is sold between them. */
function soldBetween(sold: LimitSet, low: number, high: number): number | null {
  const middle = Math.floor((low + high) / 2)
  const below = soldSizeUpTo(sold, middle)
  if (below > low) return below
  const above = soldSizeFrom(sold, middle + 1)
  return above < high ? above : null
}

function answer(
  size: number,
  { limit, other, fixedNumbers }: Fullest,
  target: number,
): NonNullable<Prediction['smallest']> {
  const { dimension, utilisation } = limit ?? { dimension: 'ingress' as const, utilisation: 0 }
  const smallest = { size, dimension, utilisation, targetUtilisation: target }
  if (fixedNumbers.length === 0) return smallest
  const isFixed = fixedNumbers.some((each) => each.dimension === dimension)
  const named =
    isFixed && other !== null ? { otherDimension: other.dimension, otherUtilisation: other.utilisation } : {}
  return { ...smallest, ...named, fixedNumbers }
}

function fullestDimension(scenario: Scenario, like: Situation, at: { size: number; target: number }): Fullest {
  const { size, target } = at
  // Leaves out the number of brokers of another target, because a larger deployment would not add to them.
  const { capacityScale, allowsBurst } = like.context
  const options = { context: { capacityScale, allowsBurst }, size, like }
  const situation = describeSituation(scenario, like.offering, like.limits, options)
  const demanded = atOnceTrafficAt(situation, 1)
  return fullestOf(allConstraints(situation), demanded, target)
}

/** How full the constraints are under a traffic; those that only waste resources do not count. */
export function fullestOf(models: readonly ConstraintModel[], demanded: Traffic, target: number): Fullest {
  let [most, fullest, other]: [number, Fullest['limit'], Fullest['limit']] = [0, null, null]
  let fixedNumbers: Fullest['fixedNumbers'] = []
  for (const model of models) {
    if (roleOf(model) === 'wastes') continue
    const { id, dimension } = model
    const utilisation = model.demandAt(demanded) / model.capacity
    const allowed = targetOf(model, target)
    if (allowed > target && utilisation > target) fixedNumbers = [...fixedNumbers, { dimension, utilisation }]
    most = Math.max(most, allowed === target ? utilisation : utilisation * target)
    const isFuller = (than: Fullest['limit']) => utilisation > (than?.utilisation ?? 0) * tie
    if (isFuller(fullest)) fullest = { id, dimension, utilisation }
    if (allowed === target && isFuller(other)) other = { id, dimension, utilisation }
  }
  return { utilisation: most, limit: fullest, other, fixedNumbers }
}
