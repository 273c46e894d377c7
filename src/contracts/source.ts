/**
 * The source of a number.
 */
import { z } from 'zod'
import { calendarDate } from './primitives.ts'

/** The document that a number comes from. */
export const source = z.strictObject({
  title: z.string().min(1),
  /** Address of the document, if it has one. */
  url: z.url().optional(),
  /** Date of the document, or a date on which it contained the number. */
  date: calendarDate,
  /** P primary, PM a copy of the primary text (a mirror), Sv a vendor's own tool or code, S secondary, D derived here. */
  grade: z.enum(['P', 'PM', 'Sv', 'S', 'D']),
  /** Words of the source, if the number alone could mislead. */
  remark: z.string().optional(),
})
export type Source = z.output<typeof source>
