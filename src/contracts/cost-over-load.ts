/**
 * Costs of offerings over the load, which of them costs least, and the loads at which two change places.
 */
import { z } from 'zod'
import { calendarDate, fraction, identifier, nonNegative, positive, positiveCount } from './primitives.ts'

/** Limits of the number of offerings whose costs are compared. */
export const minCostLines = 2
export const maxCostLines = 6

/**
 * An offering keeps its place until another one costs less by this share. Amounts are list prices in two or three digits,
 * and sizes come in steps, so that a smaller difference decides nothing.
 */
export const clearlyLess = 0.05

/**
 * The cost of an offering at one load, at the smallest size that carries the peak, in the tier that `compare` names: the
 * cheapest that is nearly sure to meet the load, otherwise the cheapest.
 */
export const costPoint = z.strictObject({
  /** Factor on all rates of the scenario. */
  factor: positive,
  /** Wire bytes/s written on average at that load; 0 if no size carries the load. */
  ingressBytesPerSec: nonNegative,
  /** Null if no size carries the load. */
  size: positiveCount.nullable(),
  tier: identifier.nullable(),
  /**
   * High end of the total, by which `compare` sorts. Null if it is not known, no size carries the load, or the chance that
   * the load is met is too low for the offering to be counted.
   */
  totalPerMonth: nonNegative.nullable(),
  /** The chance that this size meets the load. Null: declared limits, which have none, or no size. */
  chanceMet: fraction.nullable(),
})
export type CostPoint = z.output<typeof costPoint>

/** The costs of one offering over the load. */
export const costLine = z.strictObject({
  offering: identifier,
  offeringName: z.string(),
  currency: z.string().nullable(),
  /** Region of the prices; null if their source names none, or none is known. */
  region: z.string().nullable(),
  /** Dates of the oldest and the newest source; null without a published price. */
  pricesFrom: calendarDate.nullable(),
  pricesTo: calendarDate.nullable(),
  /** True if a line of the bill has a price from a secondary source. */
  needsCheck: z.boolean(),
  /** True if a price is a range, so that `totalPerMonth` of the points is the high end of one. */
  hasPriceRanges: z.boolean(),
  /** True if a source, or the last check, is more than a year old. */
  hasOldPrices: z.boolean(),
  /** Costs that the price lists do not contain, each in a few words. */
  notIncluded: z.array(z.string()),
  /** True if all charges of every point are known. Points without a total are not counted. */
  isComplete: z.boolean(),
  points: z.array(costPoint),
  /**
   * The points just below and just above each load at which the offering needs another size or tier. Changes to a size
   * that is less than a quarter larger are left out.
   */
  steps: z.array(z.strictObject({ below: costPoint, above: costPoint })),
})
export type CostLine = z.output<typeof costLine>

/** A range of loads in which no other offering costs less by `clearlyLess`. */
export const cheapestRange = z.strictObject({ offering: identifier, from: costPoint, to: costPoint })
export type CheapestRange = z.output<typeof cheapestRange>

/** A load at which two offerings cost the same, and above which one soon costs less by `clearlyLess`. */
export const crossing = z.strictObject({
  ingressBytesPerSec: nonNegative,
  factor: positive,
  /** `id` of the offering that is cheaper above this load, and of the one that is cheaper below it. */
  cheaperAbove: identifier,
  cheaperBelow: identifier,
  /** Cost of `cheaperAbove` at this load. */
  totalPerMonth: nonNegative,
})
export type Crossing = z.output<typeof crossing>

/**
 * The costs of all offerings. Ranges and crossings are sorted by load, the lowest first. They are of the lines that are
 * complete; there is no range if those are fewer than two, or in several currencies.
 */
export const costOverLoad = z.strictObject({
  lines: z.array(costLine),
  cheapest: z.array(cheapestRange),
  crossings: z.array(crossing),
})
export type CostOverLoad = z.output<typeof costOverLoad>
