/**
 * Finds changes of clients and topics that let a smaller size carry the same load: larger batches, fuller fetches,
 * another number of partitions, compression.
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

/** The kinds of changes: batching or fetching of clients, the number of partitions, the codec. */
export type ChangeKind = 'batching' | 'fetching' | 'partitions' | 'compression'

/** One change or a combination of changes, and the size that is enough with it. */
export type SmallerSize = Mix & {
  readonly kinds: readonly ChangeKind[]
  readonly smallest: NonNullable<Prediction['smallest']>
}

/** The smallest size of a scenario without changes, and the changes that allow a smaller one. */
export type SmallerSizes = {
  /** Null if no size keeps every limit at or below its target. */
  readonly now: Prediction['smallest']
  /**
   * Sorted by size, the smallest first. A combination is listed only if it reaches a smaller size than each of its
   * changes alone. Changes that depend on an assumption come last.
   */
  readonly found: readonly SmallerSize[]
}

/** Values of `linger.ms` to try, in ascending order. Few applications accept a wait of more than 100 ms. */
const lingersMs = [10, 20, 50, 100]

/** Values of `batch.size` to try, in ascending order. Brokers accept batches of up to 1 MiB by default. */
const batchesBytes = [65_536, 262_144, 1_048_576]

/** Values of `fetch.min.bytes` to try, in ascending order. */
const fetchesBytes = [16_384, 65_536, 1_048_576]

/** Assumed ratio of compressed to uncompressed bytes for lz4, because the real ratio of these records is not known. */
export const assumedCompressionRatio = 0.5

/** The variants of one kind of change, in ascending order of how much they change. */
type Family = { readonly kind: ChangeKind; readonly ways: readonly ((scenario: Scenario) => Mix)[] }

/**
 * Finds changes that let a smaller size carry the offered load with every limit at or below the target. It makes up to
 * a hundred predictions. Never throws for parsed values.
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

/** True if the size is enough only with an assumed compression ratio. */
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

/** Returns the variant that reaches the smallest size and changes least; none if no size is enough with any variant. */
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
 * Combines several kinds of changes. It starts with the strongest variant of each kind, and then takes for each kind
 * the weakest variant, or none, that keeps the size. Returns null if no size is enough, or if a single kind is
 * sufficient.
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

/**
 * Changes of linger, of batch size, and of both. Synchronous senders keep their linger, because it would delay each
 * record.
 */
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

/**
 * Sets the minimum number of partitions that keeps the limits of a partition at their target and gives every consumer
 * at least one partition.
 */
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

/** Sets lz4, with the assumed ratio, for producers that do not compress. */
function withCompression(scenario: Scenario): Mix {
  return ofProducers(scenario, ({ compression }) =>
    compression === 'none' ? { compression: 'lz4', compressionRatio: assumedCompressionRatio } : {},
  )
}
