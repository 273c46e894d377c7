/**
 * A forecast: when limits are full, which size to buy by when, and which partitions to make now.
 */
import { z } from 'zod'
import { calendarDay, growthRule, maxGrowthRules } from './growth.ts'
import { constraint, prediction } from './prediction.ts'
import { calendarDate, count, fraction, nonNegative, positive, positiveCount } from './primitives.ts'

const dimension = constraint.shape.dimension

/** Low, likely and high of a figure that may be 0; the 10th and 90th percentile. */
const doubtfulFigure = z.strictObject({ low: nonNegative, likely: nonNegative, high: nonNegative })

/**
 * The days on which something happens: docs/decisions/forecast.md. `early`: with a chance of 10 % by then. `late`: with
 * 90 %. Null: not within the forecast.
 */
export const forecastDays = z.strictObject({
  early: calendarDay.nullable(),
  likely: calendarDay.nullable(),
  late: calendarDay.nullable(),
})
export type ForecastDays = z.output<typeof forecastDays>

/** What `predict` says of one day, at likely growth, and the band around the fullest limit. */
export const forecastPoint = z.strictObject({
  day: calendarDay,
  /** Offered load / that of the first day, by wire bytes written. */
  loadFactor: positive,
  /** Written, in wire bytes/s; low and high are those of growth. */
  offeredWireBytesPerSec: doubtfulFigure,
  /** Bytes that retention keeps at the day's average rate, before replication. */
  storedBytes: nonNegative,
  /** `id` and dimension of the fullest limit at the size of the scenario. */
  fullest: constraint.pick({ id: true, dimension: true }),
  /** Utilisation of the fullest limit, with the doubt of growth and of the limit. 1 is full. */
  utilisation: doubtfulFigure,
  headroom: prediction.shape.headroom,
  isFeasible: prediction.shape.isFeasible,
  binding: prediction.shape.binding,
  chanceMet: fraction.nullable(),
})
export type ForecastPoint = z.output<typeof forecastPoint>

/** One limit over the forecast. */
export const forecastLimit = z.strictObject({
  ...constraint.pick({ id: true, dimension: true, layer: true, kind: true }).shape,
  /** On the first day and on the last, at likely growth. */
  firstUtilisation: nonNegative,
  lastUtilisation: nonNegative,
  /** Days on which its utilisation reaches the target, and 100 %. */
  atTarget: forecastDays,
  full: forecastDays,
})
export type ForecastLimit = z.output<typeof forecastLimit>

/**
 * The size that is needed from a day on, so that no limit is above the target, if topics have the partitions that the
 * forecast says to make.
 */
export const forecastSize = z.strictObject({
  from: calendarDay,
  /** Null: no size that can be bought keeps every limit at or below the target. */
  size: positiveCount.nullable(),
  /** The fullest limit at that size; null without a size. */
  dimension: dimension.nullable(),
  /** Days on which it is needed with high and with low growth. Null if a size as large was needed before. */
  early: calendarDay.nullable(),
  late: calendarDay.nullable(),
  /** Without a size: the limits that are above the target at the largest one. */
  blockers: z.array(constraint.pick({ id: true, dimension: true, utilisation: true })),
})
export type ForecastSize = z.output<typeof forecastSize>

/** Partitions of a topic: those that it has, and those that keep it at or below the target on its highest day. */
export const forecastPartitions = z.strictObject({
  topic: z.string(),
  partitions: positiveCount,
  /**
   * At likely growth, and at the 90th percentile of growth. Null: one key is too large for a partition, so no number
   * helps.
   */
  needed: positiveCount.nullable(),
  neededHigh: positiveCount.nullable(),
  /** Day of its highest load. */
  day: calendarDay,
  /** First day on which one key is too large for a partition, so that no number helps. Null: it never is. */
  hotKeyFrom: calendarDay.nullable(),
  /** True if records have keys: partitions that are added later move keys to other partitions. */
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
  /** Of one unit of the size, and of the whole cluster. Null: not published. */
  before: z.strictObject({ perUnit: nonNegative.nullable(), max: nonNegative.nullable() }),
  after: z.strictObject({ perUnit: nonNegative.nullable(), max: nonNegative.nullable() }),
})
export type LimitChange = z.output<typeof limitChange>

/** Version of forecasts. */
export const forecastSchemaVersion = 1 as const

export const forecast = z.strictObject({
  schemaVersion: z.literal(forecastSchemaVersion),
  scenarioName: z.string(),
  deployment: prediction.shape.deployment,
  /** First and last day. The scenario's rates are those of the first. */
  from: calendarDay,
  to: calendarDay,
  growth: z.array(growthRule).max(maxGrowthRules),
  /** Utilisation that sizes keep to, and that `atTarget` is about: 0.8. */
  targetUtilisation: positive.max(1),
  /** By day: months, and the days around launches and seasons. */
  points: z.array(forecastPoint).min(1),
  /** The one that is full first comes first. */
  limits: z.array(forecastLimit),
  /** The fullest limit from a day on. */
  stretches: z.array(forecastPoint.pick({ day: true, fullest: true })),
  sizes: z.array(forecastSize).min(1),
  partitions: z.array(forecastPartitions),
  limitChanges: z.array(limitChange),
  /** Changes of published limits that are not listed, older than the listed ones. */
  olderLimitChanges: count,
})
export type Forecast = z.output<typeof forecast>
