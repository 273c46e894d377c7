/**
 * Answers which size carries a load, today and after growth, and what prevents a smaller or any size.
 */
import type { Figures } from '../contracts/figures.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Constraint, Prediction } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { targetOf, targetUtilisation } from '../contracts/target-utilisation.ts'
import { roundFigures } from './band.ts'
import { type ConstraintModel, roleOf } from './constraint-model.ts'
import { largestSize, leastUnits, noRateSentence, publishesNoRate, smallestBuyableSize } from './limit-set.ts'
import { fewestPartitions, minimumPartitions, type PartitionCount } from './minimum-partitions.ts'
import { deploymentRefusals } from './refusals.ts'
import { scaleScenario } from './scale-scenario.ts'
import type { Situation } from './situation.ts'
import { smallestSize } from './smallest-size.ts'
import { type Solution, situationOf, solve } from './solve.ts'

/** A question about sizes: the maximum utilisation, and the growth of the load. */
export type SizeQuestion = {
  readonly targetUtilisation?: number
  /** Growth of the offered rates per year: 0.3 is 30 %. */
  readonly growthPerYear?: number
  readonly years?: number
}

/** A constraint that is above the target even at the largest size. */
export type Blocker = Pick<Constraint, 'id' | 'dimension' | 'utilisation'>

/** The smallest size for one load. */
export type SizeAnswer = {
  /** Factor on the offered rates of the scenario: 1 is today. */
  readonly loadFactor: number
  readonly offered: Figures
  /** Null if no size that can be bought keeps every dimension at or below the target. */
  readonly smallest: Prediction['smallest']
  /** If there is no such size: the constraints above the target at the largest size, highest utilisation first. */
  readonly blockers: readonly Blocker[]
  /** Says that the rate of a size is not published; left out if it is. */
  readonly noRate?: string
  /** Minimum number of partitions at that size, or at the scenario's size if no size is enough. */
  readonly minimumPartitions: Prediction['minimumPartitions']
  /**
   * For each topic whose partitions keep every size above the target: the number that it needs, or that no number is
   * enough.
   */
  readonly partitionsForTarget: readonly PartitionCount[]
}

/**
 * The smallest size for today's load and, if growth is given, for rates x (1 + growth)^years.
 *
 * Partitions, clients and connections do not grow.
 */
export function answerSizes(scenario: Scenario, offering: Offering, question: SizeQuestion = {}): SizeAnswer[] {
  const target = question.targetUtilisation ?? targetUtilisation
  const today = answerSize(scenario, offering, target)
  if (question.growthPerYear === undefined) return [today]
  const factor = (1 + question.growthPerYear) ** (question.years ?? 1)
  const grown = answerSize(scaleScenario(scenario, factor), offering, target)
  return [today, { ...grown, loadFactor: factor }]
}

function answerSize(scenario: Scenario, offering: Offering, target: number): SizeAnswer {
  const own = solve(scenario, offering)
  const smallest = acceptedSize(scenario, own.situation, target)
  const there = smallest === null ? own.situation : situationOf(atSize(scenario, smallest.size), offering)
  const blockers = smallest === null ? blockersOf(scenario, offering, target) : []
  const { limits } = own.situation
  return {
    loadFactor: 1,
    offered: roundFigures(own.offered.figures),
    smallest,
    blockers,
    ...(publishesNoRate(offering, limits) ? { noRate: noRateSentence(offering, limits) } : {}),
    minimumPartitions: minimumPartitions(there),
    partitionsForTarget: partitionsForTarget(there, blockers, target),
  }
}

/**
 * The smallest size that keeps every limit at or below the target. Also null if the deployment is refused at that size,
 * for example for an unknown tier, and if the service publishes no rate.
 */
export function acceptedSize(
  scenario: Scenario,
  situation: Situation,
  target = targetUtilisation,
): Prediction['smallest'] {
  if (publishesNoRate(situation.offering, situation.limits)) return null
  const smallest = smallestSize(scenario, situation, target)
  if (smallest === null) return null
  const refusals = deploymentRefusals(atSize(scenario, smallest.size), situation.offering, situation.limits)
  return refusals.length > 0 ? null : smallest
}

function partitionsForTarget(situation: Situation, blockers: readonly Blocker[], target: number): PartitionCount[] {
  return situation.topics.flatMap((load) => {
    const isBlocking = blockers.some(
      ({ id, dimension }) => isOfPartition(dimension) && id.endsWith(`:${load.topic.name}`),
    )
    const found = isBlocking ? fewestPartitions(situation, load, target) : null
    return found === null ? [] : [found]
  })
}

/** True for a limit that each partition has, which a larger size raises only a little. */
export function isOfPartition(dimension: Blocker['dimension']): boolean {
  return dimension === 'partition-ingress' || dimension === 'partition-egress'
}

/** Constraints above the target at the largest size, highest utilisation first; empty if no size can be bought. */
export function blockersOf(scenario: Scenario, offering: Offering, target: number): Blocker[] {
  const { limits, deployment } = situationOf(scenario, offering)
  const largest = largestSize(limits, deployment)
  if (largest < smallestBuyableSize(limits, deployment, leastUnits(offering, limits, scenario.workload))) return []
  const there = solve(atSize(scenario, largest), offering)
  const isAbove = (model: ConstraintModel) => model.demandAt(there.demanded) / model.capacity > targetOf(model, target)
  return utilisations({ ...there, models: there.models.filter(isAbove) }).sort(
    (one, other) => other.utilisation - one.utilisation,
  )
}

/** Utilisation of every constraint at the offered load, except those that only waste resources. */
export function utilisations({ models, demanded }: Pick<Solution, 'models' | 'demanded'>): Blocker[] {
  return models
    .filter((model) => roleOf(model) !== 'wastes')
    .map((model) => ({
      id: model.id,
      dimension: model.dimension,
      utilisation: model.demandAt(demanded) / model.capacity,
    }))
}

/** The scenario on another size of the same offering. */
export function atSize(scenario: Scenario, size: number): Scenario {
  return { ...scenario, deployment: { ...scenario.deployment, size } }
}
