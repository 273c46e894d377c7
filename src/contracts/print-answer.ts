/**
 * The last line of output of the printing script (scripts/print-pdf.mjs).
 */
import { z } from 'zod'

/** Result of printing. If the page was not printed, `problem` says why in one sentence and `remedy` says what to do. */
export const printAnswer = z.strictObject({
  isPrinted: z.boolean(),
  problem: z.string().nullable(),
  remedy: z.string().nullable(),
})
export type PrintAnswer = z.output<typeof printAnswer>
