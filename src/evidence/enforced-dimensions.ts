import { type Dimension, dimensionRecords, dimensions } from '../contracts/dimensions.ts'
import type { Offering } from '../contracts/offering.ts'
import type { TargetDescription } from '../contracts/target.ts'

/**
 * The dimensions that a target limits by itself.
 *
 * Client quotas of embedded brokers limit the bytes of the whole cluster; nothing in Kafka limits those of one partition.
 * A real service limits what its offering publishes, and what holds on any cluster. Hardware, of hosts or as a vendor
 * measured it, limits every dimension: its network, disks and processors are there whatever is published.
 */
export function enforcedDimensions(
  { kind, isDeclaredCapacity }: Pick<TargetDescription, 'kind' | 'isDeclaredCapacity'>,
  offering: Offering,
): Dimension[] {
  if (kind === 'embedded:kafka') return isDeclaredCapacity ? ['ingress', 'egress'] : []
  if (kind === 'embedded:simulated') return []
  if (offering.model !== 'service-limits') return [...dimensions]
  const limited = offering.limitSets.flatMap((set) => set.limits.map(({ dimension }) => dimension))
  const always = dimensions.filter((dimension) => dimensionRecords[dimension].holdsOnAnyCluster)
  return [...new Set([...limited, ...always])]
}
