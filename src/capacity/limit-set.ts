/**
 * Chooses the published limits of an offering by date and tier, and computes what they allow at a size.
 */
import { AppError } from '../contracts/app-error.ts'
import { dimensionRecords, type LimitedDimension } from '../contracts/dimensions.ts'
import type { Limit, LimitSet, Offering } from '../contracts/offering.ts'
import type { Deployment } from '../contracts/scenario.ts'
import type { Workload } from '../contracts/workload.ts'

/** The settings that choose the limits of an offering. */
export type LimitChoice = Pick<Deployment, 'asOf' | 'tier'>

/**
 * The newest limits of a tier on or before a date; without a date the newest.
 * @throws AppError OFFERING_INVALID with the earliest date, if no limits are that old.
 */
export function selectLimitSet(offering: Offering, choice: LimitChoice): LimitSet {
  const found = limitSetAt(offering, choice)
  if (found) return found
  const earliest = earliestLimitSet(offering, choice.tier)
  throw new AppError('OFFERING_INVALID', noLimitsSentence(offering, choice.asOf ?? '', earliest), {
    remedy: `Choose ${earliest.asOf} or a later date.`,
  })
}

/** As `selectLimitSet`, but null if no limits are that old. */
export function limitSetAt(offering: Offering, { asOf, tier }: LimitChoice): LimitSet | null {
  let newest: LimitSet | null = null
  for (const set of limitSetsOf(offering, tier)) {
    if (isAsOf(set, asOf) && (newest === null || set.asOf > newest.asOf)) newest = set
  }
  return newest
}

/** True if limits were in force on a date, or if no date is given. Limits dated by month are in force on all of its days. */
export function isAsOf(set: LimitSet, asOf: string | undefined): boolean {
  if (asOf === undefined || set.asOf <= asOf) return true
  return set.asOf.length > asOf.length && set.asOf.startsWith(asOf)
}

/** The oldest limits of a tier. */
export function earliestLimitSet(offering: Offering, tier?: string): LimitSet {
  const oldest = limitSetsOf(offering, tier).reduce<LimitSet | null>(
    (earliest, set) => (earliest === null || set.asOf < earliest.asOf ? set : earliest),
    null,
  )
  if (oldest) return oldest
  throw new AppError('OFFERING_INVALID', `The offering "${offering.id}" has no limits.`)
}

/** The tier of a deployment: the named one, else the first; undefined if the offering has no tiers. */
export function tierOf(offering: Offering, { tier }: Pick<Deployment, 'tier'>): string | undefined {
  const isKnown = tier !== undefined && offering.tiers?.some((each) => each.id === tier)
  return isKnown ? tier : offering.tiers?.[0]?.id
}

/** The limits of a tier, of all dates: its own, and those that apply to every tier. */
export function limitSetsOf(offering: Offering, tier: string | undefined): readonly LimitSet[] {
  // Fast path: most offerings have no tiers, and every prediction comes here.
  if (offering.tiers === undefined && offering.limitSets.every((set) => set.tier === undefined)) {
    return offering.limitSets
  }
  const wanted = tierOf(offering, tier === undefined ? {} : { tier })
  const sets = offering.limitSets.filter((set) => set.tier === undefined || set.tier === wanted)
  return sets.length === 0 ? offering.limitSets : sets
}

/** Says that no limits are known as of a date, and from which date on they are. */
export function noLimitsSentence(offering: Offering, asOf: string, earliest: LimitSet): string {
  return `No limits of ${offering.name} are known as of ${asOf}; the earliest are as of ${earliest.asOf}.`
}

/** True if a service publishes no limit on its traffic, so that nothing says what it carries. */
export function publishesNoRate({ model }: Offering, { limits }: LimitSet): boolean {
  return model === 'service-limits' && !limits.some(({ dimension }) => dimensionRecords[dimension].limit.limitsTraffic)
}

/** Says that an offering publishes no rate, so that what it carries is unknown. */
export function noRateSentence({ name }: Offering, { asOf }: LimitSet): string {
  return `${name} publishes no rate as of ${asOf}: what it carries is not known.`
}

/** Cache of each set's limits by dimension: a prediction looks up every dimension. */
const limitsOfSets = new WeakMap<LimitSet, ReadonlyMap<LimitedDimension, Limit>>()

/** The limits of a set by their dimension. */
export function limitsByDimension(set: LimitSet): ReadonlyMap<LimitedDimension, Limit> {
  const known = limitsOfSets.get(set)
  if (known !== undefined) return known
  const limits = new Map(set.limits.map((limit) => [limit.dimension, limit]))
  limitsOfSets.set(set, limits)
  return limits
}

/** The limit on one dimension; undefined if the source publishes none. */
export function limitOn(set: LimitSet, dimension: LimitedDimension): Limit | undefined {
  return limitsByDimension(set).get(dimension)
}

/** Capacity of a limit at a size: perUnit x size, capped by `max`; x scale if the dimension is scaled. */
export function capacityOf(limit: Limit, size: number, scale: number): number {
  const uncapped = limit.perUnit === undefined ? Number.POSITIVE_INFINITY : limit.perUnit * size
  const unscaled = Math.min(uncapped, limit.max ?? Number.POSITIVE_INFINITY)
  return dimensionRecords[limit.dimension].limit.isScaled ? unscaled * scale : unscaled
}

/** Largest size that can be bought for a deployment. */
export function largestSize(set: LimitSet, deployment: Deployment): number {
  const cloud = deployment.cloud
  const maxOnCloud = cloud === 'aws' || cloud === 'azure' || cloud === 'gcp' ? set.sizes.maxByCloud?.[cloud] : undefined
  return soldSizeUpTo(set, Math.min(set.sizes.max, maxOnCloud ?? set.sizes.max))
}

/** The smallest size that can be bought for a deployment and has at least `minUnits`. */
export function smallestBuyableSize(set: LimitSet, deployment: Deployment, minUnits = 1): number {
  const smallest = deployment.zones === 'multi' ? (set.sizes.minMultiZone ?? set.sizes.min) : set.sizes.min
  return soldSizeFrom(set, Math.max(smallest, minUnits))
}

/** The smallest sold size of at least `minUnits`. If all listed sizes are smaller, `minUnits` itself. */
export function soldSizeFrom({ sizes: { only, multipleOf = 1 } }: LimitSet, minUnits: number): number {
  if (only !== undefined) return only.find((size) => size >= minUnits) ?? minUnits
  return Math.ceil(minUnits / multipleOf) * multipleOf
}

/** The largest sold size of at most `maxUnits`; 0 if all are larger. */
export function soldSizeUpTo({ sizes: { only, multipleOf = 1 } }: LimitSet, maxUnits: number): number {
  if (only !== undefined) return only.findLast((size) => size <= maxUnits) ?? 0
  return Math.floor(maxUnits / multipleOf) * multipleOf
}

/**
 * Minimum number of brokers that a service is assumed to have if it hides them and its plan says nothing else: enough for
 * three replicas.
 */
const minAssumedBrokers = 3

/** True if brokers are bought, so their number is known; otherwise it is assumed. */
export function sellsBrokers({ model, unitName }: Offering): boolean {
  return model === 'broker-hardware' || unitName.singular === 'broker'
}

/** Number of brokers at a size, each of which keeps one replica of a partition: those bought, or those assumed. */
export function replicaBrokers(offering: Offering, set: LimitSet, size: number): number {
  const mean = (set.brokersPerUnit ?? offering.assumedBrokersPerUnit) * size
  if (sellsBrokers(offering)) return Math.max(1, Math.round(mean))
  return Math.max(set.brokersPerUnit === undefined ? minAssumedBrokers : 1, Math.ceil(mean))
}

/** The smallest number of units that have enough brokers for the replicas of a workload: one replica of a partition on each. */
export function leastUnits(offering: Offering, set: LimitSet, workload: Workload): number {
  const replicas = workload.topics.reduce((most, topic) => Math.max(most, topic.replicationFactor), 1)
  if (replicaBrokers(offering, set, 1) >= replicas) return 1
  return Math.ceil(replicas / (set.brokersPerUnit ?? offering.assumedBrokersPerUnit))
}
