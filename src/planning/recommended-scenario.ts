/**
 * The answer as a scenario: with the partitions that its topics need, at the smallest size that carries it.
 */
import { fewestPartitions } from '../capacity/minimum-partitions.ts'
import { atSize } from '../capacity/size-answers.ts'
import { targetUtilisation } from '../capacity/smallest-size.ts'
import { solve } from '../capacity/solve.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { type Mix, ofTopics } from './measurable-mixes.ts'
import { acceptedSize, type SmallerSize, smallerSizes } from './smaller-size.ts'

/** How the recommended scenario is chosen. */
export type RecommendationQuestion = {
  /** The highest utilisation of any limit. Left out: 80 %. */
  readonly targetUtilisation?: number
  /** True if the change with which the smallest size is enough is made first, like *Apply* in the window. */
  readonly takesSmallerSize?: boolean
}

/** The partitions of a topic entry that the load needs. */
export type NeededPartitions = {
  readonly topic: string
  /** Of one topic; null if no number suffices, because one key is too hot. */
  readonly partitions: number | null
  /** How the number follows, or why there is none. */
  readonly formula: string
}

/** The recommended scenario, and why it differs from the given one. */
export type Recommendation = {
  /** At the smallest size; at the given one if no size is enough. */
  readonly scenario: Scenario
  readonly targetUtilisation: number
  /** Null if no size keeps every limit at or below the target, or the deployment refuses the workload. */
  readonly smallest: Prediction['smallest']
  /** The change that was made first; null if none was asked for, or none helps. */
  readonly smallerSize: SmallerSize | null
  /** Of each topic whose partitions have limits. */
  readonly neededPartitions: readonly NeededPartitions[]
  /** The fields in which the recommended scenario differs from the given one, the size left out. */
  readonly changes: Mix['changes']
}

/**
 * Recommends a scenario. Partitions are raised to what the load needs, and never lowered: only a new topic can have fewer,
 * and more may serve consumers. Pure, and never throws for parsed values.
 */
export function recommendScenario(
  scenario: Scenario,
  offering: Offering,
  question: RecommendationQuestion = {},
): Recommendation {
  const target = question.targetUtilisation ?? targetUtilisation
  const smallerSize = question.takesSmallerSize === true ? (smallerSizes(scenario, offering).found[0] ?? null) : null
  const before = smallerSize?.scenario ?? scenario
  const { situation } = solve(before, offering)
  const neededPartitions = situation.topics.flatMap((load) => fewestPartitions(situation, load, target) ?? [])
  const needed = new Map(neededPartitions.map(({ topic, partitions }) => [topic, partitions ?? 0]))
  const raised = ofTopics(before, ({ name, partitions }) => ({
    partitions: Math.max(partitions, needed.get(name) ?? 0),
  }))
  const smallest = acceptedSize(raised.scenario, offering, target)
  return {
    scenario: smallest === null ? raised.scenario : atSize(raised.scenario, smallest.size),
    targetUtilisation: target,
    smallest,
    smallerSize,
    neededPartitions,
    changes: [...(smallerSize?.changes ?? []).filter(({ path }) => !isIn(path, raised)), ...raised.changes],
  }
}

function isIn(path: string, { changes }: Mix): boolean {
  return changes.some((change) => change.path === path)
}
