/**
 * A file of the workspace that cannot be used: it is told of, and everything else goes on.
 */
import { z } from 'zod'
import { appErrorData } from './app-error.ts'

/** A model or a calibration of the user's own, with all that is wrong with it. */
export const brokenFile = z.strictObject({
  kind: z.enum(['model', 'calibration']),
  path: z.string().min(1),
  /** What a scenario may call it by: its id as far as it could be read, and the name of its file. */
  names: z.array(z.string()),
  error: appErrorData,
})
export type BrokenFile = z.output<typeof brokenFile>
