/**
 * A prediction: an explanation with a number in it.
 */
import { z } from 'zod'
import { appliedCalibration } from './calibration.ts'
import { figureBands, figures } from './figures.ts'
import { dimension } from './offering.ts'
import { band, calendarDate, fraction, identifier, nonNegative, positive, positiveCount } from './primitives.ts'
import { source } from './source.ts'

/** Where in the system a constraint sits. */
export const layer = z.enum(['cluster', 'partition', 'broker', 'storage', 'client'])

/** One limit put beside what the workload asks of it, at the offered load. */
export const constraint = z.strictObject({
  /** Unique inside the prediction; names the topic where there is one per topic: `partition-ingress:orders`. */
  id: z.string().min(1),
  dimension,
  layer,
  /** `physical` bounds follow from round trips; `structural` ones only waste (a consumer without a partition). */
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
  /** Its part that says where the capacity comes from: "50 MB/s x 2 CKUs = 100 MB/s". Left out: by version 1. */
  capacityFormula: z.string().min(1).optional(),
  source,
})
export type Constraint = z.output<typeof constraint>

/** What makes the band wide: factors on the likely value. */
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

/** Something that the user did not say and the prediction had to assume. */
export const assumption = z.strictObject({
  id: identifier,
  /** Path of the scenario field that would settle it, where there is one. */
  field: z.string().optional(),
  text: z.string().min(1),
})

/** What to do, most useful first. */
export const advice = z.strictObject({ id: identifier, text: z.string().min(1) })

/** What hosts or volumes do above what they sustain, and for how long. */
export const burst = z.strictObject({
  /** The constraint whose capacity bursts. */
  id: z.string().min(1),
  dimension,
  /** What brokers reach of it for ever, and while the burst holds. */
  sustainedBytesPerSec: nonNegative,
  burstBytesPerSec: nonNegative,
  /** How long, from full credits. */
  leastMs: positive,
  /** Left out: not published, or exactly the least. */
  mostMs: positive.optional(),
  /** Where the time comes from, with its numbers. */
  formula: z.string().min(1),
  source,
})
export type Burst = z.output<typeof burst>

/** A constraint as what binds names it. */
const bindingConstraint = constraint.pick({ id: true, dimension: true, layer: true })

/** What holds back one direction. */
const direction = z.strictObject({
  /** Largest factor by which the offered load can grow while all limits on this direction hold. */
  headroom: nonNegative,
  /** The constraints that set it; several where they tie. */
  binding: z.array(bindingConstraint),
})

/** Readers that get less than is written: how fast their lag grows, at the achievable rates. */
const growingLag = z.strictObject({
  /** Wire bytes/s by which all consumer groups together fall behind. */
  growthBytesPerSec: band,
  /** Share of what is written that each group reads, 0 to 1: limits are taken to slow all groups alike. */
  readShare: fraction,
  /** Consumer groups that read. */
  groups: positiveCount,
  /** Time in ms until retention deletes the first unread record; null where no topic that is read gives its retention. */
  untilRetentionMs: positive.nullable(),
  /** Name of the topic entry that loses it; null with `untilRetentionMs`. */
  topic: z.string().nullable(),
})
export type Lag = z.output<typeof growingLag>

/**
 * Version of the predictions that this Headroom makes. 2 added `capacityFormula` and the dimension `consumer-groups`, 3
 * a rate for each direction: `directions` and `lag`.
 */
export const predictionSchemaVersion = 3 as const

/** What a workload gets from a deployment, and why. */
export const prediction = z.strictObject({
  schemaVersion: z.literal([1, 2, predictionSchemaVersion]),
  scenarioName: z.string(),
  deployment: z.strictObject({
    offering: identifier,
    offeringName: z.string(),
    size: positiveCount,
    unitName: z.string(),
    /** `id` of the tier, where the offering has tiers. */
    tier: identifier.optional(),
    /** Date of the limit set used. */
    limitsAsOf: calendarDate,
    /** Factor on byte and rate limits; 1 for a real service, less for an embedded cluster. */
    capacityScale: positive,
  }),
  /** False where a fixed limit refuses the workload at any load, or the size cannot be bought. */
  isFeasible: z.boolean(),
  /** Why not, where it is not. */
  refusals: z.array(z.string()),
  /** What the workload asks for at its peak. */
  offered: figures,
  /** What to plan with: the declared limits. */
  achievable: figureBands,
  /** What a run will likely show: with the bursts that the source reports. Never above the offered load. */
  expected: figureBands,
  /** The most that the deployment takes of this mix, with readers that keep up: offered x saturation. */
  capacity: figures,
  /**
   * Largest factor by which the offered load can grow while all constraints hold and no client waits: 1 where the fullest
   * constraint is at 100 %.
   */
  headroom: nonNegative,
  /** The constraints that set the headroom; several where they tie. */
  binding: z.array(bindingConstraint),
  /**
   * What saturated brokers carry, by direction; the smaller is the saturation. It is above the headroom on hosts, whose
   * clients wait and fill their batches, and otherwise the same. What limits writers, with readers at most at what limits
   * them, and what limits readers. Left out: by version 1 and 2.
   */
  directions: z.strictObject({ ingress: direction, egress: direction }).optional(),
  /** Null: readers keep up. Left out: by version 1 and 2. */
  lag: growingLag.nullable().optional(),
  constraints: z.array(constraint),
  band: z.array(bandTerm),
  assumptions: z.array(assumption),
  /** Bursts of hosts and volumes, which `achievable` never counts on. Left out: by a version that did not know them. */
  bursts: z.array(burst).optional(),
  /** Smallest size that keeps every dimension under the target utilisation; null where no size does. */
  smallest: z.strictObject({ size: positiveCount, dimension, targetUtilisation: positive }).nullable(),
  /** Fewest partitions of each topic that let it carry its offered load. */
  minimumPartitions: z.array(z.strictObject({ topic: z.string(), partitions: positiveCount, formula: z.string() })),
  /** Client hosts that the offered load needs; null where no ceiling of a host is known. Left out: by an older version. */
  clientHosts: z
    .strictObject({ hosts: positiveCount, formula: z.string().min(1), source })
    .nullable()
    .optional(),
  /** Produce and fetch requests a second at the achievable load. */
  requestsPerSec: nonNegative,
  /** The produce requests among them: what a run counts. Left out: not known, so request profiles are not compared. */
  produceRequestsPerSec: nonNegative.optional(),
  advice: z.array(advice),
  /** The calibration that was laid over the model. Left out: the model as it is. */
  calibration: appliedCalibration.optional(),
})
export type Prediction = z.output<typeof prediction>

/** Circumstances of a prediction beyond the scenario: where it will be run. */
export const predictionContext = z.strictObject({
  /** Factor on byte and rate limits (not on counts). */
  capacityScale: positive.default(1),
  /** False on a target that enforces the declared capacity exactly, so that bursts must not be expected. */
  allowsBurst: z.boolean().default(true),
  /** Brokers of the target, where known. */
  brokers: positiveCount.optional(),
})
export type PredictionContext = z.output<typeof predictionContext>
