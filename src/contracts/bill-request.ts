/**
 * The inputs of a bill: the user's choices and prices.
 */
import { z } from 'zod'
import { calendarDay } from './growth.ts'
import { priceSheet } from './prices.ts'
import { currencyCode, displayName, identifier, positive, positiveCount } from './primitives.ts'

/** Larger numbers of zones and endpoints are probably typing errors. */
export const maxZones = 10
export const maxPrivateEndpoints = 10_000

/** A higher price of a unit is probably a typing error. */
export const maxUnitPrice = 1e9

/** Maximum number of price sheets of one bill. */
const maxSheets = 100

/** Choices of a bill. */
export const billChoice = z.strictObject({
  /** The vendor's name of a region. Left out: `findPrices` chooses one. */
  region: displayName.optional(),
  /** Zones over which brokers and clients are spread. Left out: 1 for a deployment in a single zone, else 3. */
  zones: positiveCount.max(maxZones).optional(),
  /** True if consumers read from a replica in their own zone. Left out: they read from the leader, Kafka's default. */
  followerFetch: z.boolean().optional(),
  /** Private endpoints of the clients. Left out: none. */
  privateEndpoints: z.int().min(0).max(maxPrivateEndpoints).optional(),
  /** Date of the bill: `2026-11-23`. A price whose source is more than a year older is marked as old. */
  today: calendarDay,
})
export type BillChoice = z.output<typeof billChoice>

/** A price of one unit of an offering, as the user typed it. */
export const unitPrice = z.strictObject({
  /** `id` of the offering, and of the tier if the price is valid for one tier only. */
  offering: identifier,
  tier: identifier.optional(),
  amount: positive.max(maxUnitPrice),
  per: z.enum(['unit-hour', 'unit-month']),
  /** Null if the user named none. The currency of the published prices is then used. */
  currency: currencyCode.nullable(),
})
export type UnitPrice = z.output<typeof unitPrice>

/** The inputs of the bills in a report. */
export const reportCosts = z.strictObject({
  choice: billChoice,
  prices: z.array(unitPrice).max(1000),
  /** The user's own price sheets; a later one takes precedence. The sheets of the workspace are used too. */
  sheets: z.array(priceSheet).max(maxSheets),
})
