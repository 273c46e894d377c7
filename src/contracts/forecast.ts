/**
 * A forecast: the days on which limits are reached, the sizes to buy and by when, and the partitions to create now.
 */
import { z } from 'zod'
import { calendarDay, growthRule, maxGrowthRules } from './growth.ts'
import { constraint, prediction } from './prediction.ts'
import { calendarDate, count, fraction, nonNegative, positive, positiveCount } from './primitives.ts'

const dimension = constraint.shape.dimension

/** A figure with its uncertainty: `low` is the 10th percentile, `high` the 90th. It may be 0. */
const doubtfulFigure = z.strictObject({ low: nonNegative, likely: nonNegative, high: nonNegative })

/**
 * The day of an event, with its uncertainty: the event has happened by `early` with a chance of 10 %, and by `late` with
 * a chance of 90 %. Null: not within the forecast. docs/decisions/forecast.md explains the computation.
 */
export const forecastDays = z.strictObject({
  early: calendarDay.nullable(),
  likely: calendarDay.nullable(),
  late: calendarDay.nullable(),
})
export type ForecastDays = z.output<typeof forecastDays>

/** The prediction for one day at likely growth, with a band for the fullest limit. */
export const forecastPoint = z.strictObject({
  day: calendarDay,
  /** Bytes of records written (keys, values, headers) / those of the first day: the growth of the load itself. */
  loadFactor: positive,
  /** Offered ingress. Its uncertainty is that of growth. */
  offeredWireBytesPerSec: doubtfulFigure,
  /** Bytes that retention keeps at the day's average rate, before replication. */
  storedBytes: nonNegative,
  /** `id` and dimension of the fullest limit at the size of the scenario. */
  fullest: constraint.pick({ id: true, dimension: true }),
  /** Utilisation of the fullest limit, with the uncertainty of both growth and limit. 1 is full. */
  utilisation: doubtfulFigure,
  headroom: prediction.shape.headroom,
  isFeasible: prediction.shape.isFeasible,
  /** True if the load is only over guidelines of the vendor, whatever its rate, so that no service refuses it. Since 3. */
  isOverGuideline: z.boolean(),
  /** True if the whole load is carried. If clients have to wait for that, `headroom` is below 1. */
  isCarried: z.boolean(),
  binding: prediction.shape.binding,
  chanceMet: fraction.nullable(),
})
export type ForecastPoint = z.output<typeof forecastPoint>

/** One limit over the whole forecast. */
export const forecastLimit = z.strictObject({
  ...constraint.pick({ id: true, dimension: true, layer: true, kind: true }).shape,
  /** Utilisation on the first and on the last day, at likely growth. */
  firstUtilisation: nonNegative,
  lastUtilisation: nonNegative,
  /** The days on which its utilisation reaches the target, and 100 %. */
  atTarget: forecastDays,
  full: forecastDays,
})
export type ForecastLimit = z.output<typeof forecastLimit>

/**
 * The size that is needed from a day on, so that no limit exceeds the target utilisation. It assumes that topics get the
 * partitions that the forecast recommends.
 */
export const forecastSize = z.strictObject({
  from: calendarDay,
  /** Null: no size that can be bought keeps every limit at or below the target. */
  size: positiveCount.nullable(),
  /** The fullest limit at that size; null without a size. */
  dimension: dimension.nullable(),
  /** The days on which it is needed with high and with low growth. Null if a size as large was needed before. */
  early: calendarDay.nullable(),
  late: calendarDay.nullable(),
  /** If `size` is null: the limits that exceed the target at the largest size. */
  blockers: z.array(constraint.pick({ id: true, dimension: true, utilisation: true })),
  /** If `size` is null and no limit is in the way: sentences on why every size refuses the load, or is not known. */
  refusals: z.array(z.string()),
})
export type ForecastSize = z.output<typeof forecastSize>

/**
 * A recommended size is enough for at least this many days, unless a launch or a season changes the load sooner. A quickly
 * growing load would otherwise need a purchase every few days.
 */
export const leastPurchaseDays = 90

/** A size to buy. */
export const forecastPurchase = z.strictObject({
  ...forecastSize.shape,
  /**
   * True if the size is enough for some days only and is not worth buying: a key is about to outgrow its partition, or soon no
   * size is enough.
   */
  isStopgap: z.boolean(),
})
export type ForecastPurchase = z.output<typeof forecastPurchase>

/** Partitions of a topic: how many it has, and how many keep it at or below the target on its busiest day. */
export const forecastPartitions = z.strictObject({
  topic: z.string(),
  partitions: positiveCount,
  /**
   * Number of partitions at likely growth, and at the 90th percentile of growth. Null: a single key exceeds what a
   * partition carries, so no number of partitions is enough.
   */
  needed: positiveCount.nullable(),
  neededHigh: positiveCount.nullable(),
  /** Day of its highest load. */
  day: calendarDay,
  /** First day on which a single key exceeds what a partition carries. Null: it never does. */
  hotKeyFrom: calendarDay.nullable(),
  /**
   * Set if a key becomes that large: a number of partitions that helps until shortly before, and `until`, the first day on
   * which it is too few. It is at most twice the scenario's number: as the key alone comes close to filling a partition, no
   * reasonable number is enough. Null: no key becomes that large, or the scenario's partitions are too few and so would twice as
   * many be.
   */
  beforeHot: z.strictObject({ partitions: positiveCount, until: calendarDay }).nullable(),
  /** True if records have keys. Adding partitions later would then move keys to other partitions. */
  isKeyed: z.boolean(),
  formula: z.string(),
})
export type ForecastPartitions = z.output<typeof forecastPartitions>

/** A published limit that changed from one limit set to the next. */
export const limitChange = z.strictObject({
  /** Date of the newer limits. */
  asOf: calendarDate,
  dimension,
  unit: z.string(),
  /** The limit per unit of size and for the whole cluster, before and after the change. Null: not published. */
  before: z.strictObject({ perUnit: nonNegative.nullable(), max: nonNegative.nullable() }),
  after: z.strictObject({ perUnit: nonNegative.nullable(), max: nonNegative.nullable() }),
})
export type LimitChange = z.output<typeof limitChange>

/**
 * Version of the JSON of forecasts. Since 2 it has `costs` beside these fields (`forecastCosts`), since 3 its points say
 * whether a load that does not fit is only over a guideline, and charges without an amount say what is not known. Since 4 it
 * has `purchases` and `topicsWithoutRetention`, its costs are those of the purchases, and they have `checkedOn`.
 */
export const forecastSchemaVersion = 4 as const

/** A forecast: the prediction of a growing load, day by day. */
export const forecast = z.strictObject({
  schemaVersion: z.literal(forecastSchemaVersion),
  scenarioName: z.string(),
  deployment: prediction.shape.deployment,
  /** First and last day. The scenario's rates are those of the first day. */
  from: calendarDay,
  to: calendarDay,
  growth: z.array(growthRule).max(maxGrowthRules),
  /** Maximum utilisation at the recommended sizes, for example 0.8. `atTarget` refers to it. */
  targetUtilisation: positive.max(1),
  /** One point per month, and further points around launches and seasons; sorted by day. */
  points: z.array(forecastPoint).min(1),
  /** Sorted by the day on which they are full, the earliest first. */
  limits: z.array(forecastLimit),
  /** Changes of the fullest limit: each entry is valid from its day to the next entry. */
  stretches: z.array(forecastPoint.pick({ day: true, fullest: true })),
  /** The smallest size of every day: each entry is valid from its day to the next entry. */
  sizes: z.array(forecastSize).min(1),
  /**
   * The sizes to buy, each from its day to the next entry: those of `sizes` without the ones that are outgrown within
   * `leastPurchaseDays`. Since 4.
   */
  purchases: z.array(forecastPurchase).min(1),
  /**
   * The smallest size of a prediction, which takes the scenario as entered: its rates without a season that is in force
   * on the first day, and its own partitions. Null if no size is enough.
   */
  sizeAsEntered: z.int().positive().nullable(),
  partitions: z.array(forecastPartitions),
  /** Topics that producers write to and that state no retention: `storedBytes` of the points does not count them. Since 4. */
  topicsWithoutRetention: z.array(z.string()),
  limitChanges: z.array(limitChange),
  /** Number of older changes of published limits that are not listed. */
  olderLimitChanges: count,
})
export type Forecast = z.output<typeof forecast>
