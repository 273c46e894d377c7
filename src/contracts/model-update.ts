/**
 * The models and price sheets that an update took into the workspace.
 */
import { z } from 'zod'
import { calendarDate } from './primitives.ts'

/** Maximum number of files of one update. Headroom itself ships a tenth of this number. */
export const maxUpdateFiles = 500

/** One file that was taken. */
export const takenFile = z.strictObject({
  kind: z.enum(['model', 'prices']),
  /** Name of the offering or of the price sheet. */
  name: z.string().min(1),
  /** The file in the workspace. */
  path: z.string().min(1),
  /** The newest date of a model's limits and their sources; the day on which a price sheet was last checked. */
  date: calendarDate,
  /** `replaced`: the workspace had an earlier text of the file. `same`: it had the same text. */
  change: z.enum(['new', 'replaced', 'same']),
})
export type TakenFile = z.output<typeof takenFile>

/** All files that were taken: all of an update, or none. */
export const modelUpdate = z.strictObject({ taken: z.array(takenFile).min(1) })
export type ModelUpdate = z.output<typeof modelUpdate>
