/**
 * Computes the recommendation: the size to buy, the fields to change, and the fullest limit at that size. Terminal, window,
 * report and `provision` all use it, so that they cannot contradict each other.
 */
import { chanceMet } from '../capacity/chance-met.ts'
import { leastUnits, limitSetAt, smallestBuyableSize } from '../capacity/limit-set.ts'
import { fewestPartitions } from '../capacity/minimum-partitions.ts'
import { atSize } from '../capacity/size-answers.ts'
import { situationOf, solve } from '../capacity/solve.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { RecommendedChanges } from '../contracts/provision.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { targetUtilisation } from '../contracts/target-utilisation.ts'
import { bothChanges, type ChangedField, changeTopics, type Mix } from './measurable-mixes.ts'
import {
  type ChangeKind,
  isAssumed,
  lowersPartitions,
  type SmallerSize,
  type SmallerSizes,
  sizeFor,
  smallerSizes,
} from './smaller-size.ts'

/** Options of a recommendation. */
export type RecommendationQuestion = {
  /** Maximum utilisation of any limit. Left out: 80 %. */
  readonly targetUtilisation?: number
  /** The changes that are allowed for a smaller size. Left out: those that need no assumption and keep the partitions. */
  readonly changes?: RecommendedChanges
}

/** The partitions of a topic entry that the load needs. */
export type NeededPartitions = {
  readonly topic: string
  /** Per topic; null if no number suffices, because one key is too hot. */
  readonly partitions: number | null
  /** The formula of the number, or the reason why there is none. */
  readonly formula: string
}

/** Why a size cannot be smaller: none is sold, or its brokers could not keep all replicas of a partition. */
export type NoSmaller = 'not-sold' | 'replicas'

/** A changed field with its value in the given scenario. */
export type RecommendedChange = ChangedField & { readonly from: unknown }

/** The recommended scenario, and the reasons for its differences from the given one. */
export type Recommendation = {
  /** The scenario at its smallest size, or at the given size if no size is enough. */
  readonly scenario: Scenario
  readonly targetUtilisation: number
  /** The size and its fullest limit. Null if no size is enough, or if the deployment refuses the workload. */
  readonly smallest: Prediction['smallest']
  /**
   * The chance that this size meets the load, with the changes. Null for declared limits, and without a size. The
   * size follows from likely limits alone, whatever the chance is.
   */
  readonly chanceMet: number | null
  /** Why no size smaller than `smallest` can be bought; null if one can, or if there is no smallest size. */
  readonly noSmaller: NoSmaller | null
  /** The fields in which the recommended scenario differs from the given one, except the size. */
  readonly changes: readonly RecommendedChange[]
  /** The change that was made for a smaller size; null if none was allowed, or none helps. */
  readonly smallerSize: SmallerSize | null
  /** A change that is not allowed but would help beside `changes`, and the smaller size with it; null if there is none. */
  readonly offered: SmallerSize | null
  /** The smallest size without any change, and all changes that make it smaller. */
  readonly smallerSizes: SmallerSizes
  /** One entry for each topic whose partitions have limits. */
  readonly neededPartitions: readonly NeededPartitions[]
}

/** Maximum number of rounds of changes. Each reaches a smaller size, and the second is nearly always the last. */
const maxRounds = 5

/**
 * Recommends a scenario. It makes the change that reaches the smallest size, unless that change depends on an assumption or
 * removes partitions. If no size is enough without a change and none is made, it raises the partitions to what the load
 * needs. The recommendation for a recommended scenario has no further change. Never throws for parsed values.
 */
export function recommendScenario(
  scenario: Scenario,
  offering: Offering,
  question: RecommendationQuestion = {},
): Recommendation {
  let recommendation = changedOnce(scenario, offering, question)
  if (recommendation.changes.length === 0) return recommendation
  for (let round = 2; round <= maxRounds; round++) {
    const next = changedOnce(recommendation.scenario, offering, question)
    if (next.changes.length === 0)
      return recommendation.smallest === null ? recommendation : { ...recommendation, offered: next.offered }
    recommendation = withNextChanges(recommendation, next, scenario)
  }
  return recommendation
}

/** A recommendation, followed by one for its scenario. */
function withNextChanges(recommendation: Recommendation, next: Recommendation, scenario: Scenario): Recommendation {
  const { changes } = bothChanges({ scenario, changes: recommendation.changes }, next)
  const smallerSize =
    next.smallerSize === null
      ? recommendation.smallerSize
      : { ...next.smallerSize, changes, kinds: [...new Set([...kindsOf(recommendation), ...next.smallerSize.kinds])] }
  const { now, found } = recommendation.smallerSizes
  return {
    ...next,
    changes: changes.map((change) => ({ ...change, from: valueAt(scenario, change.path) })),
    smallerSize,
    smallerSizes: { now, found: smallerSize === null ? found : [smallerSize, ...found] },
  }
}

function kindsOf({ smallerSize, changes }: Recommendation): readonly ChangeKind[] {
  // Without a smaller size all that can have changed are partitions that were raised.
  return smallerSize?.kinds ?? (changes.length > 0 ? ['partitions'] : [])
}

function changedOnce(scenario: Scenario, offering: Offering, question: RecommendationQuestion): Recommendation {
  const { targetUtilisation: target = targetUtilisation, changes: allowed = 'sure' } = question
  const sizes = smallerSizes(scenario, offering, target)
  const [best = null] = sizes.found
  const smallerSize = sizes.found.find((change) => isAllowed(change, scenario, allowed)) ?? null
  const raised = smallerSize === null && sizes.now === null ? withNeededPartitions(scenario, offering, target) : null
  const mix: Mix = smallerSize ?? raised ?? { scenario, changes: [] }
  const smallest = raised === null ? (smallerSize?.smallest ?? sizes.now) : sizeFor(mix.scenario, offering, target)
  const recommended = smallest === null ? mix.scenario : atSize(mix.scenario, smallest.size)
  return {
    scenario: recommended,
    targetUtilisation: target,
    smallest,
    chanceMet: smallest === null ? null : chanceMet(solve(recommended, offering)),
    noSmaller: smallest === null ? null : noSmallerThan(smallest.size, recommended, offering),
    changes: mix.changes.map((change) => ({ ...change, from: valueAt(scenario, change.path) })),
    smallerSize,
    offered: smallerSize === null ? best : null,
    smallerSizes: sizes,
    neededPartitions: raised?.needed ?? neededPartitions(recommended, offering, target),
  }
}

/** Why the vendor sells no smaller size for this workload; null if it sells one, which a limit then forbids. */
function noSmallerThan(size: number, { deployment, workload }: Scenario, offering: Offering): NoSmaller | null {
  const limits = limitSetAt(offering, deployment)
  if (limits === null) return null
  if (size <= smallestBuyableSize(limits, deployment)) return 'not-sold'
  const least = leastUnits(offering, limits, workload)
  return size <= smallestBuyableSize(limits, deployment, least) ? 'replicas' : null
}

function isAllowed(change: SmallerSize, scenario: Scenario, allowed: RecommendedChanges): boolean {
  return allowed === 'assumed' || (allowed === 'sure' && !isAssumed(change) && !lowersPartitions(change, scenario))
}

function neededPartitions(scenario: Scenario, offering: Offering, target: number): NeededPartitions[] {
  const situation = situationOf(scenario, offering)
  return situation.topics.flatMap((load) => fewestPartitions(situation, load, target) ?? [])
}

/** Raises partitions to the needed number. It never lowers them, because consumers may need more than the load. */
function withNeededPartitions(scenario: Scenario, offering: Offering, target: number) {
  const needed = neededPartitions(scenario, offering, target)
  const byTopic = new Map(needed.map(({ topic, partitions }) => [topic, partitions ?? 0]))
  const mix = changeTopics(scenario, ({ name, partitions }) => ({
    partitions: Math.max(partitions, byTopic.get(name) ?? 0),
  }))
  return { ...mix, needed }
}

/** The value at a path of fields and indices: `workload.topics.0.partitions`. */
function valueAt(scenario: Scenario, path: string): unknown {
  return path.split('.').reduce<unknown>((value, field) => Object(value)[field], scenario)
}
