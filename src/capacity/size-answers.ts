import type { Figures } from '../contracts/figures.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Constraint, Prediction } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { roundFigures } from './band.ts'
import { roleOf } from './constraint-model.ts'
import { largestSize, leastBrokers, smallestBuyableSize } from './limit-set.ts'
import { minimumPartitions } from './minimum-partitions.ts'
import { scaleScenario } from './scale-scenario.ts'
import { smallestSize, targetUtilisation } from './smallest-size.ts'
import { type Solution, solve } from './solve.ts'

/** How full a deployment may be, and how the load grows. */
export type SizeQuestion = {
  readonly targetUtilisation?: number
  /** Growth of the offered rates as a ratio a year: 0.3 is 30 %. */
  readonly growthPerYear?: number
  readonly years?: number
}

/** What keeps even the largest size over the target. */
export type Blocker = Pick<Constraint, 'id' | 'dimension' | 'utilisation'>

/** The smallest size for one load. */
export type SizeAnswer = {
  /** Offered rates as factor of the scenario's: 1 is today. */
  readonly loadFactor: number
  readonly offered: Figures
  /** Null where no size that can be bought keeps every dimension under the target. */
  readonly smallest: Prediction['smallest']
  /** Where there is none: what is over the target at the largest size, fullest first. */
  readonly blockers: readonly Blocker[]
  /** Fewest partitions at that size, or at the scenario's own where there is none. */
  readonly minimumPartitions: Prediction['minimumPartitions']
}

/**
 * The smallest size today and, where growth is asked for, after it: rates x (1 + growth)^years.
 *
 * Partitions, clients and connections stay as they are.
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
  const smallest = smallestSize(scenario, own.situation, target)
  const there = smallest === null ? own : solve(atSize(scenario, smallest.size), offering)
  return {
    loadFactor: 1,
    offered: roundFigures(own.offered.figures),
    smallest,
    blockers: smallest === null ? blockersOf(scenario, offering, target) : [],
    minimumPartitions: minimumPartitions(there.situation, there.models, there.offered),
  }
}

/** What is over the target at the largest size that can be bought, fullest first; empty where none can be bought. */
export function blockersOf(scenario: Scenario, offering: Offering, target: number): Blocker[] {
  const { limits, deployment } = solve(scenario, offering).situation
  const largest = largestSize(limits, deployment)
  if (largest < smallestBuyableSize(limits, deployment, leastBrokers(offering, scenario.workload))) return []
  return utilisations(solve(atSize(scenario, largest), offering))
    .filter(({ utilisation }) => utilisation > target)
    .sort((one, other) => other.utilisation - one.utilisation)
}

/** How full every limit is at the offered load; limits that only waste are left out. */
export function utilisations({ models, offered }: Solution): Blocker[] {
  return models
    .filter((model) => roleOf(model) !== 'wastes')
    .map((model) => ({
      id: model.id,
      dimension: model.dimension,
      utilisation: model.demandAt(offered) / model.capacity,
    }))
}

/** The scenario on another size of the same offering. */
export function atSize(scenario: Scenario, size: number): Scenario {
  return { ...scenario, deployment: { ...scenario.deployment, size } }
}
