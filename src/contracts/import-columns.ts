/**
 * Which column of a CSV file holds what.
 */
import { z } from 'zod'
import { figureNames } from './figures.ts'
import { positive } from './primitives.ts'

/** What a column can hold: one of the five figures over a row's period, or the length of that period. */
export const importColumnFields = [...figureNames, 'durationMs'] as const

/** One column. */
export const importColumn = z.strictObject({
  field: z.enum(importColumnFields),
  /** The column's heading in the file. */
  header: z.string().min(1).max(200),
  /** What a value is multiplied with to be bytes or records a second, or ms. */
  factor: positive,
})
export type ImportColumn = z.output<typeof importColumn>
