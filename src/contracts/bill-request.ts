/** With which prices and choices bills are computed. */
import { z } from 'zod'
import { calendarDay } from './growth.ts'
import { priceSheet } from './prices.ts'
import { displayName, identifier, positive, positiveCount } from './primitives.ts'

/** Most zones, and most endpoints; more is a typing error. */
export const maxZones = 10
export const maxPrivateEndpoints = 10_000

/** A higher price of a unit is a typing error. */
export const maxUnitPrice = 1e9

/** Most price sheets of one bill. */
const maxSheets = 100

/** Choices of a bill. */
export const billChoice = z.strictObject({
  /** The vendor's name of a region. Left out: the first of the prices. */
  region: displayName.optional(),
  /** Zones over which brokers and clients are spread. Left out: 1 for a deployment in a single zone, else 3. */
  zones: positiveCount.max(maxZones).optional(),
  /** Consumers read from a replica in their own zone. Left out: from the leader, Kafka's default. */
  followerFetch: z.boolean().optional(),
  /** Private endpoints of the clients. Left out: none. */
  privateEndpoints: z.int().min(0).max(maxPrivateEndpoints).optional(),
  /** Date of the bill, by which prices are called old: `2026-11-23`. */
  today: calendarDay,
})
export type BillChoice = z.output<typeof billChoice>

/** What a unit of an offering costs, as the user says. */
export const unitPrice = z.strictObject({
  /** `id` of the offering, and of the tier if the price is for one alone. */
  offering: identifier,
  tier: identifier.optional(),
  perUnitPerHour: positive.max(maxUnitPrice),
  /** Null if the user named none: that of the published prices. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'expected a currency code like USD')
    .nullable(),
})
export type UnitPrice = z.output<typeof unitPrice>

/** With which prices a report computes costs. */
export const reportCosts = z.strictObject({
  choice: billChoice,
  prices: z.array(unitPrice).max(1000),
  /** Price sheets of the user's, the last on top. Those of the workspace are used too. */
  sheets: z.array(priceSheet).max(maxSheets),
})
