/**
 * What the printing script (scripts/print-pdf.mjs) says in its last line.
 */
import { z } from 'zod'

/** Whether the page was printed; else why not, in one sentence, and what to do. */
export const printAnswer = z.strictObject({
  isPrinted: z.boolean(),
  problem: z.string().nullable(),
  remedy: z.string().nullable(),
})
export type PrintAnswer = z.output<typeof printAnswer>
