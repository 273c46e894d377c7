/** The validation that goes on, as far as it was told: how a window that comes into the middle of it catches up. */
import { z } from 'zod'
import { preflight } from './preflight.ts'
import { identifier, nonNegative } from './primitives.ts'
import { diagnosis } from './result.ts'
import { livePoint, validationProgress } from './validation-progress.ts'
import { validationPreview } from './validation-request.ts'

/** Everything that its events have said until now; what was not said yet is null. */
export const liveValidation = z.strictObject({
  runId: identifier,
  /** Part of the load before anything counts. */
  burnInMs: nonNegative,
  preview: validationPreview.nullable(),
  progress: validationProgress.nullable(),
  preflight: preflight.nullable(),
  /** Every second so far, in their order. */
  points: z.array(livePoint),
  diagnosis: diagnosis.nullable(),
  notices: z.array(z.string()),
})
export type LiveValidation = z.output<typeof liveValidation>
