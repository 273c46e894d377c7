/**
 * An offering: what a vendor sells, as data. One JSON file each in models/.
 *
 * Every offering has dated limits, possibly none. Two kinds add a model of their own: broker hardware computes what the
 * hosts carry, a measured table what a vendor published for its tiers.
 */
import { z } from 'zod'
import { choicesText } from '../units/near-names.ts'
import { appliedCalibration } from './calibration.ts'
import { limitUnits } from './dimension-record.ts'
import { dimensions, limitedDimensions } from './dimensions.ts'
import { evidence } from './evidence.ts'
import { hostsOf, writtenHardware } from './host-table.ts'
import { measuredTable } from './measured-table.ts'
import { brokenRules } from './offering-rules.ts'
import { calendarDate, displayName, fraction, identifier, nonNegative, positive, positiveCount } from './primitives.ts'
import { source } from './source.ts'
import { clientHost } from './workload.ts'

export const dimension = z.enum(dimensions)

/** Dimensions that an offering can limit by a published number. */
const limitedDimension = z.enum(limitedDimensions)

/**
 * How traffic adds up in a limit on `bandwidth`: factors on wire bytes a second. `replication` counts a byte once for
 * each follower (ingress x (RF - 1)).
 */
export const bandwidthWeights = z.strictObject({ ingress: nonNegative, replication: nonNegative, egress: nonNegative })

/** One limit of a limit set. */
export const limit = z.strictObject({
  dimension: limitedDimension,
  unit: z.enum(limitUnits),
  /** Capacity of one unit of size; multiplied by the size. Left out for limits that do not grow with the size. */
  perUnit: positive.optional(),
  /** Capacity that does not grow with the size (a partition's), or the cap of the whole cluster. */
  max: positive.optional(),
  /**
   * What is counted. Connections: clients, or TCP connections, one a client and broker (the default). Partitions and
   * storage: before replication (the default), or with every replica.
   */
  counts: z.enum(['clients', 'tcp-connections', 'replicas']).optional(),
  /** How traffic adds up; for the dimension `bandwidth` only. */
  weights: bandwidthWeights.optional(),
  /** `fixed` refuses, `guideline` shares one capacity with other guidelines, `soft` may be exceeded by luck. */
  kind: z.enum(['fixed', 'guideline', 'soft']),
  source,
})
export type Limit = z.output<typeof limit>

/** What a service takes and refuses whatever the rate. Left out: not published. */
export const features = z.strictObject({
  idempotentProducer: z.boolean().optional(),
  /** Largest record, key and value, in bytes. */
  mostRecordBytes: positive.optional(),
  /** The replication factor of every topic, where it cannot be chosen. */
  replicationFactor: positiveCount.optional(),
  source,
})

/** Factors on the declared bandwidth that were seen. */
const burst = z.strictObject({ low: positive, likely: positive, high: positive, source })

/** What a unit costs, for comparisons. */
export const price = z.strictObject({
  perUnitPerHour: positive,
  currency: z.string().regex(/^[A-Z]{3}$/, 'expected a currency code like USD'),
  source,
})

/** Limits as of a date, of one tier where the offering has tiers. */
export const limitSet = z.strictObject({
  asOf: calendarDate,
  /** `id` of the tier. Left out: every tier. */
  tier: identifier.optional(),
  /** Brokers behind a unit, where they differ from the offering's. */
  brokersPerUnit: positive.optional(),
  /** Sizes that can be bought, in units. */
  sizes: z.strictObject({
    min: positiveCount,
    max: positiveCount,
    /** Units come in multiples of this, as brokers do that are spread evenly over zones. Left out: any number. */
    multipleOf: positiveCount.optional(),
    /** Smallest size of a multi-zone deployment. */
    minMultiZone: positiveCount.optional(),
    /** Largest size on a cloud that has a smaller one than `max`. */
    maxByCloud: z.partialRecord(z.enum(['aws', 'azure', 'gcp']), positiveCount).optional(),
    source,
  }),
  /** Published limits; empty where the kind of offering computes all. */
  limits: z.array(limit),
  features: features.optional(),
  /** What of the service may be away while these limits hold. Left out: not published. */
  resilience: z.strictObject({ holdsWithout: z.array(z.enum(['broker', 'zone'])).min(1), source }).optional(),
  price: price.optional(),
  /** Wire ingress and egress seen above the declared limits: factors of the declared capacity, and those of a cloud. */
  burst: burst.extend({ byCloud: z.record(identifier, burst).optional() }).optional(),
  /**
   * How much of the bandwidth guidelines is lost when the other guideline dimensions are full: the low end of the band
   * is 1 - loss x (their fullest utilisation). An assumption until calibrated.
   */
  interaction: z.strictObject({ lossWhenOthersFull: fraction, source }),
})
export type LimitSet = z.output<typeof limitSet>

/** A plan, flavor, broker type or cluster type of an offering: what `deployment.tier` names. */
export const tier = z.strictObject({ id: identifier, name: displayName })

/** What every kind of offering has. */
const base = z.strictObject({
  /** Path of the JSON Schema that an editor checks the file with, as `headroom schema offering` prints it. */
  $schema: z.string().optional(),
  kind: z.literal('headroom.offering'),
  schemaVersion: z.literal(1),
  id: identifier,
  name: displayName,
  vendor: displayName,
  /** What a reader should know before using it: what is left out and why. */
  notes: z.string().max(4000).optional(),
  /** What one unit of size is called. */
  unitName: z.strictObject({ singular: z.string().min(1), plural: z.string().min(1) }),
  /** Brokers behind a unit, for connections and the pipeline bound: an assumption where it is not published. */
  assumedBrokersPerUnit: positive,
  /**
   * How long a produce request waits beside the network until it is durable, as in object storage: an assumption, since
   * no vendor publishes it. Left out: no longer than brokers need to replicate it.
   */
  produceWait: z.strictObject({ assumedMs: positive, source }).optional(),
  /** Left out: the offering has no tiers. */
  tiers: z.array(tier).min(1).optional(),
  limitSets: z.array(limitSet).min(1),
  /** What one host of clients drove against it, by cloud. Left out: not published. */
  clientHosts: z.strictObject({ byCloud: z.record(identifier, clientHost), source }).optional(),
  /** What was laid over the model by `deployment.calibration`; no file has it. */
  calibration: appliedCalibration.optional(),
  /** Published measurements beside the limits: for backtests, never looked up by a prediction. */
  evidence: evidence.default({ scenarios: {}, points: [] }),
})

/** Limits declared per unit of size. */
export const serviceLimits = base.extend({ model: z.literal('service-limits') })

/** Brokers on hosts with known network, storage and processors. Where a table has the hosts and no tiers are named, each is one. */
export const hardwareOffering = base
  .extend({ model: z.literal('broker-hardware'), hardware: writtenHardware })
  .transform(({ hardware: { hostTable, hosts: alone = [], ...hardware }, ...rest }, context) => {
    const hosts = [...alone, ...(hostTable === undefined ? [] : hostsOf(hostTable))]
    if (hosts.length === 0) {
      context.addIssue({ code: 'custom', path: ['hardware', 'hosts'], message: 'expected hosts, or a hostTable' })
    }
    const tiers = hostTable === undefined ? {} : { tiers: hosts.map(({ id, name }) => ({ id, name })) }
    return { ...tiers, ...rest, hardware: { ...hardware, hosts } }
  })

/** What a vendor published for its tiers. */
export const tableOffering = base.extend({ model: z.literal('measured-table'), table: measuredTable })

/** What a vendor sells, with its dated limits and the evidence beside them. */
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

/** An offering inside a stored run: runs of version 0.1 hold their published figures as a bare list, which is dropped. */
export const frozenOffering = z.preprocess((value) => {
  if (typeof value !== 'object' || value === null || !('evidence' in value) || !Array.isArray(value.evidence))
    return value
  return { ...value, evidence: { scenarios: {}, points: [] } }
}, offering)
