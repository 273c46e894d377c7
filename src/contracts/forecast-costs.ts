/**
 * What a growing load costs a month: on the first and the last day of a forecast, and on each day on which the size or the
 * load makes a step.
 */
import { z } from 'zod'
import { costLine } from './cost-over-load.ts'
import { calendarDay } from './growth.ts'
import { calendarDate, nonNegative, positiveCount } from './primitives.ts'

/** What a whole month costs at the load of one day. */
export const forecastCost = z.strictObject({
  day: calendarDay,
  /**
   * `scenario`: the scenario's own size and partitions, on the first day. `schedule`: the size that the forecast says to
   * have on that day (`purchases`), with the partitions that it says to make.
   */
  of: z.enum(['scenario', 'schedule']),
  /** Null: no size that can be bought is enough on that day, so nothing is billed. */
  size: positiveCount.nullable(),
  /** Wire bytes/s written on average at likely growth; null without a size. */
  ingressBytesPerSec: nonNegative.nullable(),
  /** Null: it is not known, or there is no size. If it is not complete, the real bill is higher. */
  totalPerMonth: z.strictObject({ low: nonNegative, high: nonNegative }).nullable(),
  /** True if every charge of this bill is known. */
  isComplete: z.boolean(),
})
export type ForecastCost = z.output<typeof forecastCost>

/** The bills of a forecast. All have the same prices: a forecast assumes that they stay. */
export const forecastCosts = z.strictObject({
  ...costLine.pick({
    currency: true,
    region: true,
    pricesFrom: true,
    pricesTo: true,
    needsCheck: true,
    hasPriceRanges: true,
    hasOldPrices: true,
    notIncluded: true,
  }).shape,
  /** Names of the sheets that the prices come from, as in a bill. Since 4. */
  priceSheets: z.array(z.string()),
  /** The earliest day on which one of these sheets was checked, as in a bill; null without prices. Since 4. */
  checkedOn: calendarDate.nullable(),
  /**
   * Charges that apply on one of the days and whose amount is not known, with the reason. `unknown`, since 3, is what is not
   * known: the price, or for how long a topic keeps its records.
   */
  missing: z.array(z.strictObject({ name: z.string(), unknown: z.enum(['price', 'retention']), reason: z.string() })),
  /** What all of these bills assume: full sentences. `bill` has what the bill of one day assumes besides. */
  assumptions: z.array(z.string()),
  /** Sorted by day; on the first day the scenario's own size comes first. */
  points: z.array(forecastCost).min(1),
})
export type ForecastCosts = z.output<typeof forecastCosts>
