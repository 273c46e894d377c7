/**
 * A prediction: figures, and an explanation of how they follow from the limits.
 */
import { z } from 'zod'
import { appliedCalibration } from './calibration.ts'
import { countedBytes } from './counted-bytes.ts'
import { figureBands, figures } from './figures.ts'
import { burst } from './host-burst.ts'
import { predictedLatency } from './latency-prediction.ts'
import { lawQuantities, laws } from './law-bands.ts'
import { dimension } from './offering.ts'
import { band, calendarDate, count, fraction, identifier, nonNegative, positive, positiveCount } from './primitives.ts'
import { source } from './source.ts'

/** The part of the system that a constraint belongs to. */
export const layer = z.enum(['cluster', 'partition', 'broker', 'storage', 'client'])

/** One limit, compared with the demand of the offered load. */
export const constraint = z.strictObject({
  /**
   * Unique within the prediction. It names the topic if there is one constraint per topic: `partition-ingress:orders`.
   */
  id: z.string().min(1),
  dimension,
  layer,
  /**
   * `fixed`, `guideline` and `soft` are explained at the limits of an offering (offering.ts). `physical` limits follow
   * from round trips. `structural` limits only report waste, such as a consumer without a partition.
   */
  kind: z.enum(['fixed', 'guideline', 'soft', 'physical', 'structural']),
  /** Capacity of the deployment, in `unit`. */
  capacity: nonNegative,
  /** Demand of the offered load, in `unit`. */
  demand: nonNegative,
  /** demand / capacity. */
  utilisation: nonNegative,
  /** Unit of capacity and demand, for example `bytes/s`. */
  unit: z.string().min(1),
  /** The formula with the numbers filled in. */
  formula: z.string().min(1),
  /** The part of the formula that explains the capacity: "50 MB/s x 2 CKUs = 100 MB/s". Left out by version 1. */
  capacityFormula: z.string().min(1).optional(),
  /**
   * What a limit in bytes/s counts; the demand follows it. Where it is `unknown`, the demand is in record batches. Left
   * out: another unit, a computed capacity, or an earlier version.
   */
  counts: z.enum(countedBytes).optional(),
  source,
  /** Where `counts` is stated. Left out: in `source`, or nowhere. */
  countsSource: source.optional(),
  /** True if the source is more than a year older than `today` of the answer. Left out of records, which do not age. */
  isOld: z.boolean().optional(),
})
export type Constraint = z.output<typeof constraint>

/** One cause of the width of the band: factors on the likely value. */
export const bandTerm = z.strictObject({
  id: identifier,
  lowFactor: nonNegative,
  likelyFactor: nonNegative,
  highFactor: nonNegative,
  /** Why, in one sentence. */
  reason: z.string().min(1),
  isAssumption: z.boolean(),
})
export type BandTerm = z.output<typeof bandTerm>

/** A law of hosts that could bind, with the band of what it carries. */
export const lawTerm = z.strictObject({
  law: z.enum(laws),
  /** Factor on the offered load at which the law alone is full. The law with the lowest one binds. */
  headroom: nonNegative,
  /**
   * Likely value / the law's value. It comes from the median of published clusters, or from the user's own runs. Left out:
   * by an earlier version, whose likely value was the law's value.
   */
  likelyFactor: positive.optional(),
  /** 5th, 50th and 95th percentile of what a cluster carries, as factors on the likely value of this law. */
  lowFactor: positive,
  medianFactor: positive,
  highFactor: positive,
  /** The chance that this law carries the offered load. */
  chanceMet: fraction,
  /**
   * Published figures that the law bound at first sight, and their publications. 0: the law has the band of all laws.
   */
  figures: count,
  publications: count,
  /** Runs of the user's own that replace the publications. 0: none. */
  ownRuns: count,
  /** Quantities in which the configuration is beyond the range of the figures. Each of them widens the band. */
  widenedBy: z.array(
    z.strictObject({ quantity: z.enum(lawQuantities), value: positive, nearest: positive, octaves: positive }),
  ),
  /** Sentences on the sources of the band and on what widened it. */
  reason: z.string().min(1),
})
export type LawTerm = z.output<typeof lawTerm>

/** An assumption that the prediction had to make because the scenario does not say it. */
export const assumption = z.strictObject({
  id: identifier,
  /** Path of the scenario field that would replace the assumption, if there is one. */
  field: z.string().optional(),
  text: z.string().min(1),
})

/** One piece of advice; the most useful comes first. */
export const advice = z.strictObject({ id: identifier, text: z.string().min(1) })

/** A cliff: something that changes abruptly when the load or a count of the workload is a little larger. */
export const cliff = z.strictObject({
  /**
   * `id` of the constraint that causes it; `size` if a larger size is needed. For a `step`, the count that is larger:
   * `record-bytes`, or `partitions:` and the topic.
   */
  id: z.string().min(1),
  /**
   * `refusal`: a limit on a count refuses the workload at any load. `partitions`: the fullest partition is over its
   * limit. `size`: the deployment's size no longer keeps every limit at or below the target utilisation. `step`: a
   * whole number changes by a step, such as the records of a full batch, and the load can grow by much less.
   */
  kind: z.enum(['refusal', 'partitions', 'size', 'step']),
  /**
   * The cliff is above this factor, 1 to 1.1. It is a factor on the load, except for `refusal` and `step`: on the
   * count.
   */
  factor: positive,
  text: z.string().min(1),
})

/** Reference to a constraint that binds. */
const bindingConstraint = constraint.pick({ id: true, dimension: true, layer: true })

/** The limits of one direction. */
const direction = z.strictObject({
  /** Maximum factor by which the offered load can grow while all limits on this direction hold. */
  headroom: nonNegative,
  /** The constraints that determine it; several if they tie. */
  binding: z.array(bindingConstraint),
})

/** How fast the lag of consumers grows at the achievable rates, if they read less than is written. */
const growingLag = z.strictObject({
  /** Growth of the lag of all consumer groups together, in wire bytes/s. */
  growthBytesPerSec: band,
  /** Share of what all groups together would read, 0 to 1, that they read. `consumerGroups` has that of each. */
  readShare: fraction,
  /** Number of consumer groups that read, with those that keep up. */
  groups: positiveCount,
  /** Time in ms until retention deletes the first unread record; null if no topic that is read states its retention. */
  untilRetentionMs: positive.nullable(),
  /** Name of the topic entry that loses the record; null with `untilRetentionMs`. */
  topic: z.string().nullable(),
})
export type Lag = z.output<typeof growingLag>

/** What the groups of one consumer entry read, at the achievable rates. */
const groupReading = z.strictObject({
  /** Name of the entry, and of the topic entry that it reads. */
  name: z.string(),
  topic: z.string(),
  /** Number of identical groups. */
  count: positiveCount,
  /** What each of them reads. */
  wireBytesPerSec: band,
  recordsPerSec: band,
  /** Share of the written records that each of them reads: 1 if they keep up. */
  readShare: fraction,
  /** Growth of the lag of all of them together, in wire bytes/s; 0 if they keep up. */
  lagGrowthBytesPerSec: band,
  /**
   * Time in ms until retention deletes the first unread record; null if they keep up, or the topic states no retention.
   */
  untilRetentionMs: positive.nullable(),
  /** The limits that hold them; empty if they keep up. */
  binding: z.array(bindingConstraint),
})
export type GroupReading = z.output<typeof groupReading>

/**
 * Version of the predictions that this Headroom makes. 2 added `capacityFormula` and the dimension `consumer-groups`; 3
 * `directions` and `lag`; 4 `chanceMet`, `laws` and bands by law; 5 `consumerGroups`; 6 `latency`; 7 how full `smallest` is.
 */
export const predictionSchemaVersion = 7 as const

/** The prediction of what a workload gets from a deployment, with its explanation. */
export const prediction = z.strictObject({
  schemaVersion: z.literal([1, 2, 3, 4, 5, 6, predictionSchemaVersion]),
  scenarioName: z.string(),
  /** Day of the answer, for the ages of limits: `predict` and `explain` print it. Left out of records. */
  today: calendarDate.optional(),
  deployment: z.strictObject({
    offering: identifier,
    offeringName: z.string(),
    size: positiveCount,
    unitName: z.string(),
    /** `id` of the tier, if the offering has tiers; left out for a host that the scenario describes (`deployment.host`). */
    tier: identifier.optional(),
    /** Date of the limit set used. */
    limitsAsOf: calendarDate,
    /** True if that date is more than a year before `today`. Left out of records. */
    areLimitsOld: z.boolean().optional(),
    /** Factor on byte and rate limits: 1 for a real service, less for an embedded cluster. */
    capacityScale: positive,
  }),
  /** False if the deployment refuses the workload at any load. More load than fits is feasible: its headroom is below 1. */
  isFeasible: z.boolean(),
  /** Reasons why the workload is not feasible; empty if it is feasible. */
  refusals: z.array(z.string()),
  /** Offered load of the workload at its peak. */
  offered: figures,
  /** Rates within the declared limits, for planning. */
  achievable: figureBands,
  /** Rates that a run will likely measure, with the bursts that the source reports. Never above the offered load. */
  expected: figureBands,
  /** Maximum rates of this workload on the deployment, with consumers that keep up: offered x saturation. */
  capacity: figures,
  /**
   * Maximum factor by which the offered load can grow while all limits hold and no client waits. It is 1 if the fullest
   * constraint is at 100 %.
   */
  headroom: nonNegative,
  /** The constraints that determine the headroom; several if they tie. */
  binding: z.array(bindingConstraint),
  /**
   * The load at which brokers are saturated, by direction, as a factor on the offered load. The lower of the two factors is
   * the saturation. It is above `headroom` if waiting clients send fuller batches: on hosts, and on services that throttle
   * producers.
   * `ingress`: limits of producers, if consumers are slowed by their own limits only. `egress`: limits of consumers.
   * Left out by versions 1 and 2.
   */
  directions: z.strictObject({ ingress: direction, egress: direction }).optional(),
  /** Null: consumers keep up. Left out by versions 1 and 2. */
  lag: growingLag.nullable().optional(),
  /** What each consumer group reads, in the order of the scenario's entries. Left out by versions 1 to 4. */
  consumerGroups: z.array(groupReading).optional(),
  constraints: z.array(constraint),
  /** The causes of the band's width. On hosts `laws` stands for all laws together. */
  band: z.array(bandTerm),
  /**
   * The chance that the whole offered load is met, 0 to 1: the minimum over `laws`. Null: there are no bands by law, as
   * with declared limits. Left out by versions 1 to 3.
   */
  chanceMet: fraction.nullable().optional(),
  /**
   * The laws of hosts that could bind, lowest chance first. Empty if `chanceMet` is null. Left out by versions 1 to 3.
   */
  laws: z.array(lawTerm).optional(),
  assumptions: z.array(assumption),
  /** Bursts of hosts and volumes. `achievable` never includes them. Left out by versions that did not know them. */
  bursts: z.array(burst).optional(),
  /**
   * Smallest size that keeps every dimension at or below the target utilisation; null if no size does, or if the service
   * publishes no rate. Limits on the numbers of partitions, connections and groups ("fixed numbers") may be filled up to 1.
   */
  smallest: z
    .strictObject({
      size: positiveCount,
      /** The fullest limit at that size. */
      dimension,
      /** How full it is at the offered load if no client waits: demand / capacity. Left out by versions 1 to 6. */
      utilisation: nonNegative.optional(),
      targetUtilisation: positive,
      /** The fullest limit besides fixed numbers. Left out unless `dimension` is a fixed number above the target. */
      otherDimension: dimension.optional(),
      /** Utilisation of `otherDimension`. Left out without it, and by versions 1 to 6. */
      otherUtilisation: nonNegative.optional(),
      /** Fixed numbers above the target. Left out: none is, or an earlier version, which kept them at or below the target. */
      fixedNumbers: z.array(z.strictObject({ dimension, utilisation: positive })).optional(),
    })
    .nullable(),
  /** Minimum number of partitions with which each topic can carry its offered load. */
  minimumPartitions: z.array(z.strictObject({ topic: z.string(), partitions: positiveCount, formula: z.string() })),
  /**
   * Number of client hosts that the offered load needs; null if no maximum rate of a host is known. Left out by earlier
   * versions.
   */
  clientHosts: z
    .strictObject({ hosts: positiveCount, formula: z.string().min(1), source })
    .nullable()
    .optional(),
  /** Produce and fetch requests/s at the achievable load. */
  requestsPerSec: nonNegative,
  /** The produce requests among them, which a run counts. Left out: not known, so request profiles are not compared. */
  produceRequestsPerSec: nonNegative.optional(),
  advice: z.array(advice),
  /** The median latency at low load. Left out by versions 1 to 5. */
  latency: predictedLatency.optional(),
  /** The cliffs within a tenth more of the load or a count, nearest first. Left out by earlier versions. */
  cliffs: z.array(cliff).optional(),
  /** The calibration that was applied to the model. Left out: the model as it is. */
  calibration: appliedCalibration.optional(),
})
export type Prediction = z.output<typeof prediction>
