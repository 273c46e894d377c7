/**
 * Basic schemas that other schemas use. The unit of a number is in the name of its field, never in these schemas.
 */
import { z } from 'zod'
import { parseDay } from '../units/calendar-day.ts'
import { isCurrency } from '../units/money.ts'

/** A number that is finite and not negative. */
export const nonNegative = z.number().finite().min(0)

/** A number that is finite and greater than zero. */
export const positive = z.number().finite().positive()

/** A whole number, zero or more. */
export const count = z.int().min(0)

/** A whole number, one or more. */
export const positiveCount = z.int().min(1)

/** A rate of clients or of a port. The maximum is far above any cluster's rate and keeps every product finite. */
export const offeredRate = positive.max(1e15)

/** An average rate, which is 0 where nothing is sent for a while. */
export const averageRate = nonNegative.max(1e15)

/** A setting of a Kafka client that is a positive signed 32-bit number. */
export const clientSetting = positiveCount.max(2 ** 31 - 1)

/** A ratio from 0 to 1. Percentages are used only in texts for people. */
export const fraction = z.number().min(0).max(1)

/** A calendar month or day: `2020-04` or `2020-04-15`. Comparing the texts orders them by time. */
export const calendarDate = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/, 'expected a date like 2020-04 or 2020-04-15')
  .refine((text) => text.length < 10 || parseDay(text).ok, 'expected a day that its month has')

/** A currency of ISO 4217: `USD`. */
export const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'expected a currency code like USD', abort: true })
  .refine(isCurrency, 'expected a currency of ISO 4217, like USD')

/** Milliseconds since 1 January 1970 UTC, by the clock of the machine that wrote it. */
export const epochMs = z.number().finite().min(0)

/** A name that a user chose: one line, no control characters. */
export const displayName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]*$/u, 'expected one line of text without control characters')

/** An identifier in a file: letters, digits, dot, dash and underscore. */
export const identifier = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'expected letters, digits, dots, dashes and underscores')

/** A Kafka topic name, by Kafka's rules. */
export const topicName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]+$/, 'expected a Kafka topic name: letters, digits, dots, dashes and underscores')

/** Low, likely and high of one figure. The unit is in the name of the field that holds it. */
export const band = z.strictObject({ low: nonNegative, likely: nonNegative, high: nonNegative })
export type Band = z.output<typeof band>

/** A measured mean and its 95 % interval. The unit is in the name of the field that holds it. */
export const interval = z.strictObject({ mean: nonNegative, low: nonNegative, high: nonNegative })
export type Interval = z.output<typeof interval>
