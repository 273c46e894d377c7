/**
 * A file of the workspace that cannot be used. Headroom reports it and works without it.
 */
import { z } from 'zod'
import { appErrorData } from './app-error.ts'

/** A model, calibration or price sheet that the user wrote, with all its problems. */
export const brokenFile = z.strictObject({
  kind: z.enum(['model', 'calibration', 'prices']),
  path: z.string().min(1),
  /** Names by which a scenario may refer to it: its id, if that could be read, and the name of its file. */
  names: z.array(z.string()),
  error: appErrorData,
})
export type BrokenFile = z.output<typeof brokenFile>
