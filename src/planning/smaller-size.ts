/**
 * Finds changes of clients and topics that let a smaller size carry the same load: larger batches, fuller fetches,
 * another number of partitions, compression.
 */
import { leastUnits, smallestBuyableSize } from '../capacity/limit-set.ts'
import { fewestPartitions } from '../capacity/minimum-partitions.ts'
import { acceptedSize } from '../capacity/size-answers.ts'
import { situationOf } from '../capacity/solve.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { targetUtilisation } from '../contracts/target-utilisation.ts'
import { bothChanges, changeGroups, changeProducers, changeTopics, type Mix } from './measurable-mixes.ts'

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
   * changes alone. Fewer partitions come after the other changes, and only if they reach a smaller size than those.
   * Changes that depend on an assumption come last.
   */
  readonly found: readonly SmallerSize[]
}

/** Values of `linger.ms` to try, in ascending order. Few applications accept a wait of more than 100 ms. */
const lingersMs = [10, 20, 50, 100]

/** Values of `batch.size` to try, in ascending order. Brokers accept batches of up to 1 MiB by default. */
const batchesBytes = [65_536, 262_144, 1_048_576]

/** Values of `fetch.min.bytes` to try, in ascending order. */
const fetchesBytes = [16_384, 65_536, 1_048_576]

/** Assumed ratio of compressed to uncompressed bytes, because the ratio of these records is not known. */
export const assumedCompressionRatio = 0.5

/** The variants of one kind of change, in ascending order of how much they change. */
type Family = { readonly kind: ChangeKind; readonly variants: readonly ((scenario: Scenario) => Mix)[] }

/**
 * Finds changes that let a smaller size carry the offered load with every limit at or below its target. It makes up to
 * two hundred predictions. Never throws for parsed values.
 */
export function smallerSizes(scenario: Scenario, model: Offering, target = targetUtilisation): SmallerSizes {
  const sizeOf = (changed: Scenario) => sizeFor(changed, model, target)
  const now = sizeOf(scenario)
  if (now !== null && now.size <= minSize(scenario, model)) return { now, found: [] }
  const kept: readonly Family[] = [
    { kind: 'batching', variants: batchingVariants },
    { kind: 'fetching', variants: fetchingVariants },
    { kind: 'partitions', variants: [(before) => withNeededPartitions(before, model, target)] },
  ]
  const single = kept.flatMap((family) => bestVariant(family, scenario, sizeOf))
  const joint = bestCombination(kept, scenario, sizeOf)
  const isMore = single.every(({ smallest }) => joint !== null && joint.smallest.size < smallest.size)
  const sure = [...single, ...(joint !== null && isMore ? [joint] : [])].sort(bySize)
  const fewer = withFewerPartitions(kept, scenario, { model, target, sizeOf })
  const compressed = bestVariant(
    { kind: 'compression', variants: [(before) => withCompression(before, model)] },
    scenario,
    sizeOf,
  )
  const found = [...sure, ...fewer.filter(({ smallest }) => isSmaller(smallest, sure[0])), ...compressed]
  return { now, found: found.filter(({ smallest }) => now === null || smallest.size < now.size) }
}

function isSmaller({ size }: { readonly size: number }, best: SmallerSize | undefined): boolean {
  return best === undefined || size < best.smallest.size
}

/** True if the size is enough only with an assumed compression ratio. */
export function isAssumed({ kinds }: Pick<SmallerSize, 'kinds'>): boolean {
  return kinds.includes('compression')
}

/** True if a topic gets fewer partitions than it was given. That moves keys, and leaves work for fewer consumers. */
export function lowersPartitions({ changes }: Pick<Mix, 'changes'>, { workload }: Scenario): boolean {
  return changes.some(({ path, value }) => {
    const [, list, index, field] = path.split('.')
    if (list !== 'topics' || field !== 'partitions') return false
    return Number(value) < (workload.topics[Number(index)]?.partitions ?? 0)
  })
}

/** The smallest size that the vendor sells for this workload. */
function minSize(scenario: Scenario, model: Offering): number {
  const { limits } = situationOf(scenario, model)
  return smallestBuyableSize(limits, scenario.deployment, leastUnits(model, limits, scenario.workload))
}

/** Like `acceptedSize`, for a scenario that is not described yet. */
export function sizeFor(scenario: Scenario, model: Offering, target = targetUtilisation): Prediction['smallest'] {
  return acceptedSize(scenario, situationOf(scenario, model), target)
}

type SizeOf = (scenario: Scenario) => Prediction['smallest']

/** Returns the variant that reaches the smallest size and changes least; none if no size is enough with any variant. */
function bestVariant({ kind, variants }: Family, scenario: Scenario, sizeOf: SizeOf): SmallerSize[] {
  let best: SmallerSize | null = null
  for (const variant of variants) {
    const mix = variant(scenario)
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
function bestCombination(families: readonly Family[], scenario: Scenario, sizeOf: SizeOf): SmallerSize | null {
  const chosen = families.map(({ variants }) => variants.at(-1) ?? unchanged)
  const mixOf = () =>
    chosen.reduce((mix, variant) => bothChanges(mix, variant(mix.scenario)), {
      scenario,
      changes: [],
    } satisfies Mix as Mix)
  let mix = mixOf()
  let smallest = sizeOf(mix.scenario)
  if (smallest === null) return null
  const { size } = smallest
  for (const [index, { variants }] of families.entries()) {
    const strongest = chosen[index] ?? unchanged
    // The strongest is chosen already and keeps the size, so it is not tried again.
    for (const variant of [unchanged, ...variants.slice(0, -1)]) {
      chosen[index] = variant
      const tried = mixOf()
      const enough = sizeOf(tried.scenario)
      if (enough?.size === size) {
        ;[mix, smallest] = [tried, enough]
        break
      }
      chosen[index] = strongest
    }
  }
  const kinds = families.filter((_, index) => chosen[index] !== unchanged).map(({ kind }) => kind)
  return kinds.length < 2 ? null : { ...mix, kinds, smallest }
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
const batchingVariants = [
  ...lingersMs.map((lingerMs) => withBatching({ lingerMs })),
  ...batchesBytes.map((batchBytes) => withBatching({ batchBytes })),
  ...lingersMs.flatMap((lingerMs) => batchesBytes.map((batchBytes) => withBatching({ lingerMs, batchBytes }))),
]

type Batching = { readonly lingerMs?: number; readonly batchBytes?: number }

/** Raises the linger and batch size of producers, and never lowers them. */
function withBatching({ lingerMs = 0, batchBytes = 0 }: Batching): (scenario: Scenario) => Mix {
  return (scenario) =>
    changeProducers(scenario, (producer) =>
      producer.synchronousSenders === undefined
        ? {
            lingerMs: Math.max(lingerMs, producer.lingerMs),
            batchBytes: Math.max(batchBytes, producer.batchBytes),
          }
        : {},
    )
}

const fetchingVariants = fetchesBytes.map(
  (bytes) => (scenario: Scenario) =>
    changeGroups(scenario, ({ fetchMinBytes }) => ({ fetchMinBytes: Math.max(bytes, fetchMinBytes) })),
)

/**
 * The minimum number of partitions of each topic that keeps the limits of a partition at their target and gives every
 * consumer at least one partition.
 */
function neededPartitions(scenario: Scenario, model: Offering, target: number): ReadonlyMap<string, number> {
  const situation = situationOf(scenario, model)
  return new Map(
    situation.topics.map((load) => {
      const { name, partitions } = load.topic
      const readers = scenario.workload.consumerGroups.filter(({ topic }) => topic === name)
      const needed = fewestPartitions(situation, load, target)?.partitions ?? partitions
      return [name, Math.max(needed, ...readers.map(({ members }) => members))]
    }),
  )
}

/** Adds partitions to topics that have fewer than their load needs. */
function withNeededPartitions(scenario: Scenario, model: Offering, target: number): Mix {
  const needed = neededPartitions(scenario, model, target)
  return changeTopics(scenario, ({ name, partitions }) => ({ partitions: Math.max(partitions, needed.get(name) ?? 0) }))
}

/** How sizes are found. */
type Search = { readonly model: Offering; readonly target: number; readonly sizeOf: SizeOf }

/**
 * Removes partitions, alone and together with the other changes if that reaches a smaller size. It removes no more than
 * that size needs.
 */
function withFewerPartitions(kept: readonly Family[], scenario: Scenario, search: Search): SmallerSize[] {
  const { model, target, sizeOf } = search
  const fewest: Family = {
    kind: 'partitions',
    variants: [(before) => withPartitions(before, neededPartitions(before, model, target), 0)],
  }
  const others = kept.filter(({ kind }) => kind !== 'partitions')
  const [alone] = bestVariant(fewest, scenario, sizeOf)
  const joint = bestCombination([...others, fewest], scenario, sizeOf)
  const isMore = joint !== null && isSmaller(joint.smallest, alone)
  return [...(isMore ? [joint] : []), ...(alone === undefined ? [] : [alone])]
    .map((change) => mildest(change, scenario, search))
    .filter((change) => lowersPartitions(change, scenario))
}

/** Sets partitions between the needed number (share 0) and that of the scenario (share 1). */
function withPartitions(scenario: Scenario, needed: ReadonlyMap<string, number>, share: number): Mix {
  return changeTopics(scenario, ({ name, partitions }) => {
    const least = needed.get(name) ?? partitions
    return { partitions: partitions <= least ? least : least + Math.floor((partitions - least) * share) }
  })
}

/** The change with as many of the scenario's partitions kept as its size allows. */
function mildest(change: SmallerSize, scenario: Scenario, { model, target, sizeOf }: Search): SmallerSize {
  const needed = neededPartitions(change.scenario, model, target)
  const taken = scenario.workload.topics.map(({ name, partitions }) => partitions - (needed.get(name) ?? partitions))
  const steps = Math.max(0, ...taken)
  const others = change.changes.filter(({ path }) => !path.endsWith('.partitions'))
  const { topics } = scenario.workload
  const before = { ...change.scenario, workload: { ...change.scenario.workload, topics } }
  const at = (step: number): Mix =>
    bothChanges({ scenario: before, changes: others }, withPartitions(before, needed, step / steps))
  let [low, high] = [0, steps]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (sizeOf(at(middle).scenario)?.size === change.smallest.size) low = middle
    else high = middle
  }
  const found = steps === 0 ? change : at(low)
  const smallest = sizeOf(found.scenario)
  return smallest?.size === change.smallest.size ? { ...change, ...found, smallest } : change
}

/** Sets lz4, or a codec that the service takes, with the assumed ratio, for producers that do not compress. */
function withCompression(scenario: Scenario, model: Offering): Mix {
  const taken = situationOf(scenario, model).limits.features?.codecs?.taken ?? ['lz4']
  const codec = taken.includes('lz4') ? 'lz4' : taken[0]
  if (codec === undefined) return { scenario, changes: [] }
  return changeProducers(scenario, ({ compression }) =>
    compression === 'none' ? { compression: codec, compressionRatio: assumedCompressionRatio } : {},
  )
}
