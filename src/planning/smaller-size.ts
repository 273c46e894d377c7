/**
 * Changes of clients and topics with which a smaller size carries the same load: larger batches, fuller fetches, another
 * number of partitions, compression.
 */
import { leastUnits, smallestBuyableSize } from '../capacity/limit-set.ts'
import { fewestPartitions } from '../capacity/minimum-partitions.ts'
import { atSize } from '../capacity/size-answers.ts'
import { smallestSize, targetUtilisation } from '../capacity/smallest-size.ts'
import { solve } from '../capacity/solve.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { bothChanges, type Mix, ofGroups, ofProducers, ofTopics } from './measurable-mixes.ts'

/** What a change sets: how clients batch, how they fetch, how many partitions topics have, or their codec. */
export type ChangeKind = 'batching' | 'fetching' | 'partitions' | 'compression'

/** One change, or several that are made together, and the size that is enough with them. */
export type SmallerSize = Mix & {
  readonly kinds: readonly ChangeKind[]
  readonly smallest: NonNullable<Prediction['smallest']>
}

/** The smallest size of a scenario as it is, and the changes with which a smaller one is enough. */
export type SmallerSizes = {
  /** Null if no size keeps every limit at or below its target. */
  readonly now: Prediction['smallest']
  /**
   * The smallest size first. Several changes together are listed only if they reach a smaller size than each alone.
   * Changes that rest on an assumption come last.
   */
  readonly found: readonly SmallerSize[]
}

/** Values of `linger.ms` that are tried, mildest first. Beyond 100 ms few applications accept the wait. */
const lingersMs = [10, 20, 50, 100]

/** Values of `batch.size` that are tried, mildest first. Brokers accept batches of 1 MiB by default. */
const batchesBytes = [65_536, 262_144, 1_048_576]

/** Values of `fetch.min.bytes` that are tried, mildest first. */
const fetchesBytes = [16_384, 65_536, 1_048_576]

/** Compressed bytes / uncompressed bytes that lz4 is assumed to reach, as the ratio of these records is not known. */
export const assumedCompressionRatio = 0.5

/** The ways to make one kind of change, mildest first. Each changes the scenario that it is given. */
type Family = { readonly kind: ChangeKind; readonly ways: readonly ((scenario: Scenario) => Mix)[] }

/**
 * Finds changes with which a smaller size carries the offered load with every limit at or below its target. Pure, and
 * never throws for parsed values. It makes up to a hundred predictions.
 */
export function smallerSizes(scenario: Scenario, model: Offering, target = targetUtilisation): SmallerSizes {
  const sizeOf = (changed: Scenario) => acceptedSize(changed, model, target)
  const now = sizeOf(scenario)
  if (now !== null && now.size <= leastSize(scenario, model)) return { now, found: [] }
  const families: readonly Family[] = [
    { kind: 'batching', ways: batchingWays },
    { kind: 'fetching', ways: fetchingWays },
    { kind: 'partitions', ways: [(before) => withFewestPartitions(before, model, target)] },
  ]
  const single = families.flatMap((family) => bestWay(family, scenario, sizeOf))
  const joint = together(families, scenario, sizeOf)
  const compressed = bestWay({ kind: 'compression', ways: [withCompression] }, scenario, sizeOf)
  const isMore = single.every(({ smallest }) => joint !== null && joint.smallest.size < smallest.size)
  const sure = [...single, ...(joint !== null && isMore ? [joint] : [])]
  const found = [...sure.sort(bySize), ...compressed]
  return { now, found: found.filter(({ smallest }) => now === null || smallest.size < now.size) }
}

/** True if the size is enough only if an assumption holds: the ratio of a compression. */
export function isAssumed({ kinds }: Pick<SmallerSize, 'kinds'>): boolean {
  return kinds.includes('compression')
}

/** The smallest size that the vendor sells for this workload. */
function leastSize(scenario: Scenario, model: Offering): number {
  const { limits } = solve(scenario, model).situation
  return smallestBuyableSize(limits, scenario.deployment, leastUnits(model, limits, scenario.workload))
}

/** The smallest size, or null if there is none or the deployment would refuse the workload at it. */
export function acceptedSize(scenario: Scenario, model: Offering, target = targetUtilisation): Prediction['smallest'] {
  const smallest = smallestSize(scenario, solve(scenario, model).situation, target)
  if (smallest === null) return null
  return solve(atSize(scenario, smallest.size), model).refusals.length > 0 ? null : smallest
}

type SizeOf = (scenario: Scenario) => Prediction['smallest']

/** The mildest way of a family that reaches the smallest size; none if no way leaves a size. */
function bestWay({ kind, ways }: Family, scenario: Scenario, sizeOf: SizeOf): SmallerSize[] {
  let best: SmallerSize | null = null
  for (const way of ways) {
    const mix = way(scenario)
    const smallest = mix.changes.length === 0 ? null : sizeOf(mix.scenario)
    if (smallest !== null && (best === null || smallest.size < best.smallest.size)) {
      best = { ...mix, kinds: [kind], smallest }
    }
  }
  return best === null ? [] : [best]
}

/**
 * Several families together. It starts with the strongest way of each and then takes the mildest of each family, or
 * none, that keeps the size, so that nothing is changed in vain. Null if no size is enough, or one family does it alone.
 */
function together(families: readonly Family[], scenario: Scenario, sizeOf: SizeOf): SmallerSize | null {
  const chosen = families.map(({ ways }) => ways.at(-1) ?? unchanged)
  const mixOf = () =>
    chosen.reduce((mix, way) => bothChanges(mix, way(mix.scenario)), { scenario, changes: [] } satisfies Mix as Mix)
  const target = sizeOf(mixOf().scenario)
  if (target === null) return null
  for (const [index, { ways }] of families.entries()) {
    for (const way of [unchanged, ...ways]) {
      chosen[index] = way
      if (sizeOf(mixOf().scenario)?.size === target.size) break
    }
  }
  const mix = mixOf()
  const kinds = families.filter((_, index) => chosen[index] !== unchanged).map(({ kind }) => kind)
  const smallest = sizeOf(mix.scenario)
  return smallest === null || kinds.length < 2 ? null : { ...mix, kinds, smallest }
}

function bySize(one: SmallerSize, other: SmallerSize): number {
  return one.smallest.size - other.smallest.size || one.changes.length - other.changes.length
}

function unchanged(scenario: Scenario): Mix {
  return { scenario, changes: [] }
}

/** A linger alone, a batch size alone, and both. Synchronous senders are left alone: a linger delays each of them. */
const batchingWays = [
  ...lingersMs.map((lingerMs) => withBatching({ lingerMs })),
  ...batchesBytes.map((batchBytes) => withBatching({ batchBytes })),
  ...lingersMs.flatMap((lingerMs) => batchesBytes.map((batchBytes) => withBatching({ lingerMs, batchBytes }))),
]

type Batching = { readonly lingerMs?: number; readonly batchBytes?: number }

/** Raises the linger and batch size of producers, and never lowers them. */
function withBatching({ lingerMs = 0, batchBytes = 0 }: Batching): (scenario: Scenario) => Mix {
  return (scenario) =>
    ofProducers(scenario, (producer) =>
      producer.synchronousSenders === undefined
        ? {
            lingerMs: Math.max(lingerMs, producer.lingerMs),
            batchBytes: Math.max(batchBytes, producer.batchBytes),
          }
        : {},
    )
}

const fetchingWays = fetchesBytes.map(
  (bytes) => (scenario: Scenario) =>
    ofGroups(scenario, ({ fetchMinBytes }) => ({ fetchMinBytes: Math.max(bytes, fetchMinBytes) })),
)

/** The fewest partitions that keep the limits of a partition at their target, and give every consumer one. */
function withFewestPartitions(scenario: Scenario, model: Offering, target: number): Mix {
  const { situation } = solve(scenario, model)
  const fewest = new Map(
    situation.topics.map((load) => [load.topic.name, fewestPartitions(situation, load, target)?.partitions]),
  )
  return ofTopics(scenario, ({ name, partitions }) => {
    const readers = scenario.workload.consumerGroups.filter(({ topic }) => topic === name)
    const needed = fewest.get(name) ?? partitions
    return { partitions: Math.max(needed, ...readers.map(({ members }) => members)) }
  })
}

/** lz4 for producers that do not compress, with the assumed ratio. */
function withCompression(scenario: Scenario): Mix {
  return ofProducers(scenario, ({ compression }) =>
    compression === 'none' ? { compression: 'lz4', compressionRatio: assumedCompressionRatio } : {},
  )
}
