/**
 * An offering: what a vendor sells, as data. models/ has one JSON file per offering.
 *
 * Every offering has dated sets of limits, which may be empty. Two kinds of offering also have a model: broker hardware
 * computes the load that hosts can carry, and a measured table derives rates from figures that a vendor published for
 * its tiers.
 */
import { z } from 'zod'
import { choicesText } from '../units/near-names.ts'
import { appliedCalibration } from './calibration.ts'
import { countedBytes } from './counted-bytes.ts'
import { limitUnits } from './dimension-record.ts'
import { dimensions, limitedDimensions } from './dimensions.ts'
import { evidence } from './evidence.ts'
import { hostsOf, writtenHardware } from './host-table.ts'
import { measuredTable } from './measured-table.ts'
import { brokenRules } from './offering-rules.ts'
import {
  calendarDate,
  currencyCode,
  displayName,
  fraction,
  identifier,
  nonNegative,
  positive,
  positiveCount,
} from './primitives.ts'
import { source } from './source.ts'
import { clientHost } from './workload.ts'

/** A dimension in which a deployment can be full. */
export const dimension = z.enum(dimensions)

/** Dimensions that an offering can limit by a published number. */
const limitedDimension = z.enum(limitedDimensions)

/**
 * Weights of a limit on `bandwidth`. The traffic of each kind in wire bytes/s is multiplied by its weight and added up.
 * Replication traffic counts every byte once per follower: ingress x (RF - 1).
 */
export const bandwidthWeights = z.strictObject({ ingress: nonNegative, replication: nonNegative, egress: nonNegative })

/** One limit of a limit set. */
export const limit = z.strictObject({
  dimension: limitedDimension,
  unit: z.enum(limitUnits),
  /** Capacity per unit of size. Left out if the limit does not grow with the size. */
  perUnit: positive.optional(),
  /**
   * Capacity that does not grow with the size, for example of a partition; with `perUnit`, the maximum for the whole
   * cluster.
   */
  max: positive.optional(),
  /**
   * What is counted. Bytes/s: record batches, whole requests, or `unknown` (the default). Connections: clients,
   * or TCP connections, one per client and broker (the default). Partitions and storage: before replication (the
   * default), or with every replica.
   */
  counts: z.enum([...countedBytes, 'clients', 'tcp-connections', 'replicas']).optional(),
  /** Where `counts` is stated. Left out: in `source`. */
  countsSource: source.optional(),
  /**
   * The size of batches from which the limit holds. With smaller ones the service carries less, by an amount that is not
   * published. Left out: the source names none.
   */
  leastBatchBytes: positive.optional(),
  /** Weights of the traffic; only for the dimension `bandwidth`. */
  weights: bandwidthWeights.optional(),
  /**
   * `fixed` limits refuse what exceeds them. `guideline` limits share one capacity. `soft` limits can be exceeded, but
   * the vendor does not guarantee it.
   */
  kind: z.enum(['fixed', 'guideline', 'soft']),
  source,
})
export type Limit = z.output<typeof limit>

/**
 * A limit that holds only under a condition, which a scenario cannot state. A prediction says how full it would be, and
 * does not apply it.
 */
export const conditionalLimit = limit.extend({
  /** The condition, for the beginning of a sentence: "With IAM access control". */
  condition: z.string().min(1).max(200),
})

/** Kafka's codecs. The one that most compressing clients use comes first. */
const codec = z.enum(['lz4', 'gzip', 'snappy', 'zstd'])

/** What a service supports or refuses, whatever the rate. A field is left out if it is not published. */
export const features = z.strictObject({
  idempotentProducer: z.boolean().optional(),
  /** Maximum size of a record (key plus value), in bytes. */
  mostRecordBytes: positive.optional(),
  /** The replication factor of every topic, if it cannot be chosen. */
  replicationFactor: positiveCount.optional(),
  /** Codecs that producers may compress with, besides none. Empty if the service takes no compressed batches. */
  codecs: z.strictObject({ taken: z.array(codec), source }).optional(),
  /** What a single topic may have. */
  perTopic: z
    .strictObject({
      mostPartitions: positiveCount.optional(),
      mostConsumerGroups: positiveCount.optional(),
      mostRetentionMs: positive.optional(),
      source,
    })
    .optional(),
  source,
})

/** Observed bandwidth / declared bandwidth. */
const burst = z.strictObject({ low: positive, likely: positive, high: positive, source })

/** Price per unit, for comparisons. */
export const price = z.strictObject({
  perUnitPerHour: positive,
  currency: currencyCode,
  source,
})

/** Limits as of a date; for one tier, if the offering has tiers. */
export const limitSet = z.strictObject({
  asOf: calendarDate,
  /** `id` of the tier. Left out: every tier. */
  tier: identifier.optional(),
  /** Brokers per unit, if they differ from the offering's. */
  brokersPerUnit: positive.optional(),
  /** Sizes that can be bought, in units. */
  sizes: z.strictObject({
    min: positiveCount,
    max: positiveCount,
    /** The size is a multiple of this, as for brokers that are spread evenly over zones. Left out: any number. */
    multipleOf: positiveCount.optional(),
    /** The only sizes that are sold, in ascending order. Left out: every size from `min` to `max`. */
    only: z.array(positiveCount).min(1).optional(),
    /** Smallest size of a multi-zone deployment. */
    minMultiZone: positiveCount.optional(),
    /** Maximum size on clouds that allow less than `max`. */
    maxByCloud: z.partialRecord(z.enum(['aws', 'azure', 'gcp']), positiveCount).optional(),
    source,
  }),
  /** Published limits; empty if they are all computed from hosts or a table. */
  limits: z.array(limit),
  /** Limits of the previous set that this set does not have, with the reason. Left out: there are none. */
  leftOut: z
    .array(z.strictObject({ dimensions: z.array(limitedDimension).min(1), reason: z.string().min(1).max(500) }))
    .min(1)
    .optional(),
  features: features.optional(),
  /** What can fail while these limits still hold. Left out: not published. */
  resilience: z.strictObject({ holdsWithout: z.array(z.enum(['broker', 'zone'])).min(1), source }).optional(),
  price: price.optional(),
  /**
   * Observed bursts of wire ingress and egress above the declared limits, as factors of the declared capacity: for all
   * clouds, and for some of them.
   */
  burst: burst.extend({ byCloud: z.record(identifier, burst).optional() }).optional(),
  /**
   * How much of the bandwidth guidelines is lost when the other guideline dimensions are full: the low end of the band
   * is 1 - loss x (their fullest utilisation). An assumption until calibrated.
   */
  interaction: z.strictObject({ lossWhenOthersFull: fraction, source }),
})
export type LimitSet = z.output<typeof limitSet>

/** A plan, flavor, broker type or cluster type of an offering: what `deployment.tier` names. */
export const tier = z.strictObject({
  id: identifier,
  name: displayName,
  /** Why the vendor does not recommend it for production, in a few words. Left out: nothing is said against it. */
  caution: z.strictObject({ text: z.string().min(1).max(200), source }).optional(),
})

/** Topic settings that follow from a scenario, by Kafka's names, and that not every service lets customers set. */
export const topicSettingNames = ['min.insync.replicas', 'retention.ms', 'flush.messages', 'max.message.bytes'] as const

/** How topics are made, and which of their settings customers can set. */
const topicSettings = z.strictObject({
  /** False if topics are made through an API of the service, and not through Kafka's. */
  areMadeByKafka: z.boolean().default(true),
  settable: z.array(z.enum(topicSettingNames)),
  source,
})

/** Fields of every kind of offering. */
const base = z.strictObject({
  /** Path of the JSON Schema with which an editor checks the file; `headroom schema offering` prints that schema. */
  $schema: z.string().optional(),
  kind: z.literal('headroom.offering'),
  schemaVersion: z.literal(1),
  id: identifier,
  name: displayName,
  vendor: displayName,
  /** What a reader should know before using the offering, for example what is left out and why. */
  notes: z.string().max(4000).optional(),
  /** Name of one unit of size. */
  unitName: z.strictObject({ singular: z.string().min(1), plural: z.string().min(1) }),
  /**
   * Brokers per unit, used for connections and for the bound of a producer's pipeline: an assumption if not published.
   */
  assumedBrokersPerUnit: positive,
  /**
   * Time that a produce request waits until its data is durable, for example in object storage, without the network. An
   * assumption, since no vendor publishes it. Left out: only as long as brokers need to replicate it.
   */
  produceWait: z.strictObject({ assumedMs: positive, source }).optional(),
  /** The clouds that it runs on. Left out: any, or not known. */
  clouds: z.array(identifier).min(1).optional(),
  /**
   * The fewest zones over which the service spreads its brokers, whatever a deployment asks for. Left out: one is
   * possible, or it is not known.
   */
  leastZones: z.strictObject({ zones: z.int().min(2).max(10), source }).optional(),
  /** Left out: the offering has no tiers. */
  tiers: z.array(tier).min(1).optional(),
  limitSets: z.array(limitSet).min(1),
  /** Limits that hold only under a condition. Left out: there are none, or none is published. */
  conditionalLimits: z.array(conditionalLimit).min(1).optional(),
  /** Left out: not known which settings customers can set. */
  topicSettings: topicSettings.optional(),
  /** Rates that one host with clients reached against the offering, by cloud. Left out: not published. */
  clientHosts: z.strictObject({ byCloud: z.record(identifier, clientHost), source }).optional(),
  /**
   * The calibration that was applied to the model because of `deployment.calibration`. No model file has this field.
   */
  calibration: appliedCalibration.optional(),
  /**
   * The file of the workspace that the model is from, and whether it replaces the model of its id that comes with
   * Headroom. Left out: the model comes with Headroom. No model file has this field.
   */
  ownFile: z.strictObject({ name: z.string().min(1).max(255), replacesShipped: z.boolean() }).optional(),
  /** Published measurements, for backtests. A prediction never looks them up. */
  evidence: evidence.default({ scenarios: {}, points: [] }),
})

/** An offering with limits declared per unit of size. */
export const serviceLimits = base.extend({ model: z.literal('service-limits') })

/**
 * Brokers on hosts with known network, storage and processors. If a table has the hosts and the file names no tiers,
 * each host is a tier.
 */
export const hardwareOffering = base
  .extend({ model: z.literal('broker-hardware'), hardware: writtenHardware })
  .transform(({ hardware: { hostTable, hosts: alone = [], ...hardware }, ...rest }, context) => {
    const hosts = [...alone, ...(hostTable === undefined ? [] : hostsOf(hostTable))]
    if (hosts.length === 0) {
      context.addIssue({ code: 'custom', path: ['hardware', 'hosts'], message: 'expected hosts, or a hostTable' })
    }
    const tiers =
      hostTable === undefined ? {} : { tiers: hosts.map(({ id, name }): z.output<typeof tier> => ({ id, name })) }
    return { ...tiers, ...rest, hardware: { ...hardware, hosts } }
  })

/** An offering with figures that the vendor published for its tiers. */
export const tableOffering = base.extend({ model: z.literal('measured-table'), table: measuredTable })

/** An offering of any kind, with its rules checked. */
export const offering = z
  .discriminatedUnion('model', [serviceLimits, hardwareOffering, tableOffering])
  .superRefine((value, context) => {
    const known = value.tiers?.map((each) => each.id) ?? []
    for (const [index, set] of value.limitSets.entries()) {
      if (set.tier === undefined || known.includes(set.tier)) continue
      const names = known.length === 0 ? 'the offering has no tiers' : `known: ${choicesText(known, set.tier)}`
      const message = `no tier is called "${set.tier}"; ${names}`
      context.addIssue({ code: 'custom', path: ['limitSets', index, 'tier'], message })
    }
    for (const { path, message } of brokenRules(value)) context.addIssue({ code: 'custom', path: [...path], message })
  })
export type Offering = z.output<typeof offering>
export type HardwareOffering = z.output<typeof hardwareOffering>
export type TableOffering = z.output<typeof tableOffering>

/** An offering in the record of a run. Runs of version 0.1 have the evidence as a plain list, which is dropped. */
export const frozenOffering = z.preprocess((value) => {
  if (typeof value !== 'object' || value === null || !('evidence' in value) || !Array.isArray(value.evidence))
    return value
  return { ...value, evidence: { scenarios: {}, points: [] } }
}, offering)
