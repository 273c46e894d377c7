import { type Dimension, dimensionRecords, dimensions } from '../contracts/dimensions.ts'
import type { Offering } from '../contracts/offering.ts'
import type { TargetDescription } from '../contracts/target.ts'

/**
 * The dimensions that a target enforces.
 *
 * Embedded brokers with quotas limit the bytes of the whole cluster; Kafka has no quota for one partition. A real
 * service limits what its offering publishes, and what is limited on any cluster. Hardware limits every dimension,
 * because its network, disks and processors are finite, whether a limit is published or not.
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
