/**
 * Costs of offerings over the load, and the loads at which another offering becomes the cheaper one.
 */
import { z } from 'zod'
import { identifier, nonNegative, positive, positiveCount } from './primitives.ts'

/** Limits of the number of offerings whose costs are compared. */
export const minCostLines = 2
export const maxCostLines = 6

/** The cost of an offering at one load, in its cheapest tier and at the smallest size that carries the peak. */
export const costPoint = z.strictObject({
  /** Factor on all rates of the scenario. */
  factor: positive,
  /** Wire bytes/s written on average at that load; 0 if no size carries the load. */
  ingressBytesPerSec: nonNegative,
  /** Null if no size carries the load. */
  size: positiveCount.nullable(),
  tier: identifier.nullable(),
  /** Middle of the range of the total; null if it is not known, or no size carries the load. */
  totalPerMonth: nonNegative.nullable(),
})
export type CostPoint = z.output<typeof costPoint>

/** The costs of one offering over the load. */
export const costLine = z.strictObject({
  offering: identifier,
  offeringName: z.string(),
  currency: z.string().nullable(),
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

/** A load at which two offerings cost the same. */
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

/** The costs of all offerings. Crossings are sorted by load, the lowest first. */
export const costOverLoad = z.strictObject({ lines: z.array(costLine), crossings: z.array(crossing) })
export type CostOverLoad = z.output<typeof costOverLoad>
