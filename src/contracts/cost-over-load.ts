/** What offerings cost at other loads, and where one becomes cheaper than another. */
import { z } from 'zod'
import { identifier, nonNegative, positive, positiveCount } from './primitives.ts'

/** Fewest and most offerings whose costs are shown together. */
export const minCostLines = 2
export const maxCostLines = 6

/** The cost of an offering at one load, in its cheapest tier at the smallest size that takes the peak. */
export const costPoint = z.strictObject({
  /** Factor on all rates of the scenario. */
  factor: positive,
  /** Wire bytes/s written on average at that load; 0 if no size takes the load. */
  ingressBytesPerSec: nonNegative,
  /** Null if no size takes the load. */
  size: positiveCount.nullable(),
  tier: identifier.nullable(),
  /** Middle of the range of the total; null if it is not known, or no size takes the load. */
  totalPerMonth: nonNegative.nullable(),
})
export type CostPoint = z.output<typeof costPoint>

/** The points of one offering. */
export const costLine = z.strictObject({
  offering: identifier,
  offeringName: z.string(),
  currency: z.string().nullable(),
  /** True if every known point has all its charges. */
  isComplete: z.boolean(),
  points: z.array(costPoint),
  /**
   * Just below and just above the loads from which on another size or tier is needed. Of changes to a size less than a
   * quarter larger none is searched for.
   */
  steps: z.array(z.strictObject({ below: costPoint, above: costPoint })),
})
export type CostLine = z.output<typeof costLine>

/** Where two offerings change places as the load grows. */
export const crossing = z.strictObject({
  ingressBytesPerSec: nonNegative,
  factor: positive,
  /** Cheaper above that load, and cheaper below it: `id`s. */
  cheaperAbove: identifier,
  cheaperBelow: identifier,
  /** What the offering that is cheaper above costs there. */
  totalPerMonth: nonNegative,
})
export type Crossing = z.output<typeof crossing>

/** Lines and their crossings, at the lowest load first. */
export const costOverLoad = z.strictObject({ lines: z.array(costLine), crossings: z.array(crossing) })
export type CostOverLoad = z.output<typeof costOverLoad>
