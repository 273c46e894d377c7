/**
 * Runs of one embedded cluster after each other: a cluster that has just been started is slow until its code is compiled.
 */
import type { Scenario } from '../contracts/scenario.ts'

/** What an embedded cluster is made for, as a word: runs with the same word share it. */
export type ClusterOf = (scenario: Scenario) => string

/** A cluster of the user's is one for all runs. */
export const oneCluster: ClusterOf = () => ''

/**
 * The items grouped by cluster, each group in its order. Every other round has the groups the other way round, so that it
 * goes on with the cluster that the round before ended with.
 */
export function sameClusterTogether<T extends { readonly cluster: string }>(items: readonly T[], round: number): T[] {
  // By name: the order of the items is drawn anew each round, and the groups must not be.
  const clusters = [...new Set(items.map(({ cluster }) => cluster))].sort()
  if (round % 2 === 1) clusters.reverse()
  return clusters.flatMap((cluster) => items.filter((each) => each.cluster === cluster))
}
