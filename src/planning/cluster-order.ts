/**
 * Orders runs so that those of one embedded cluster are consecutive, because a fresh cluster is slow until its code is
 * compiled.
 */
import type { Scenario } from '../contracts/scenario.ts'

/** The key of the embedded cluster that a scenario needs. Runs with the same key share a cluster. */
export type ClusterOf = (scenario: Scenario) => string

/** The key if all runs share one cluster, such as the user's own. */
export const oneCluster: ClusterOf = () => ''

/**
 * The items grouped by cluster, in unchanged order within each group. Every other round reverses the groups, so that it
 * continues with the cluster with which the previous round ended.
 */
export function sameClusterTogether<T extends { readonly cluster: string }>(items: readonly T[], round: number): T[] {
  // Groups are sorted by key, because the order of the items is different in each round.
  const clusters = [...new Set(items.map(({ cluster }) => cluster))].sort()
  if (round % 2 === 1) clusters.reverse()
  return clusters.flatMap((cluster) => items.filter((each) => each.cluster === cluster))
}
