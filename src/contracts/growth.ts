/**
 * How a load grows: the rules of a forecast.
 */
import { z } from 'zod'
import { parseDay } from '../units/calendar-day.ts'
import { displayName } from './primitives.ts'

/** A day: `2026-12-01`. */
export const calendarDay = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'expected a day like 2026-12-01')
  .refine((text) => parseDay(text).ok, 'expected a day that its month has')

/** A day of every year, month first: `11-20`. */
const dayOfYear = z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'expected a day of the year like 11-20')

/** The period of a trend. */
export const growthPeriods = ['year', 'quarter', 'month'] as const
export type GrowthPeriod = (typeof growthPeriods)[number]

/** Periods in a year. */
export const periodsPerYear: Readonly<Record<GrowthPeriod, number>> = { year: 1, quarter: 4, month: 12 }

/** Maximum growth per period: 10,000 %. */
export const maxGrowth = 100

/** Minimum growth per period. With a stronger decline, the load soon becomes zero. */
export const minGrowth = -0.95

/** A ratio: 0.2 is 20 %. */
const growthRatio = z.number().min(minGrowth).max(maxGrowth)

/** Growth per period with its uncertainty. All three values are equal if it is exact. */
export const growthRange = z
  .strictObject({
    low: growthRatio,
    likely: growthRatio,
    high: growthRatio,
    /** Probability that the growth lies between `low` and `high`: 0.9 for typed values, 0.95 for observed ones. */
    coverage: z.number().gt(0).lt(1),
  })
  .refine(({ low, likely, high }) => low <= likely && likely <= high, 'expected low, likely and high in this order')
export type GrowthRange = z.output<typeof growthRange>

/** `name` of the producers that a rule applies to. Left out: all; a trend then skips producers with a trend of their own. */
const producer = displayName.optional()

/** One rule of growth. The scenario's rates are those of the forecast's first day. */
export const growthRule = z.discriminatedUnion('kind', [
  /** Rate x (1 + perPeriod)^periods. */
  z.strictObject({ kind: z.literal('compound'), perPeriod: growthRange, period: z.enum(growthPeriods), producer }),
  /** Rate + amount x periods. */
  z.strictObject({
    kind: z.literal('linear'),
    /** Amount that is added in each period: a rate in `unit`, or a share of the first day's rate. Negative: it falls. */
    amount: z.number().min(-1e15).max(1e15),
    unit: z.enum(['payload bytes/s', 'records/s', 'ratio']),
    period: z.enum(growthPeriods),
    producer,
  }),
  /** From this day on, rates x factor. */
  z.strictObject({ kind: z.literal('launch'), factor: z.number().min(0.01).max(1000), from: calendarDay, producer }),
  /** Every year from `from` to `to`, both included, rates x factor. `to` may be in the next year. */
  z.strictObject({
    kind: z.literal('season'),
    factor: z.number().min(0.01).max(1000),
    from: dayOfYear,
    to: dayOfYear,
    producer,
  }),
])
export type GrowthRule = z.output<typeof growthRule>

/** Maximum number of rules of a forecast. */
export const maxGrowthRules = 50

/** Maximum duration of a forecast, in years. */
export const maxForecastYears = 10
