/** The validation that is running, as far as its events reported it. A window that was reloaded catches up with it. */
import { z } from 'zod'
import { preflight } from './preflight.ts'
import { identifier, nonNegative } from './primitives.ts'
import { diagnosis } from './result.ts'
import { livePoint, validationProgress } from './validation-progress.ts'
import { validationPreview } from './validation-request.ts'

/** Everything that the events of the validation have reported so far; null if not reported yet. */
export const liveValidation = z.strictObject({
  runId: identifier,
  /** Length of the burn-in: the part of the load that is measured and not counted. */
  burnInMs: nonNegative,
  preview: validationPreview.nullable(),
  progress: validationProgress.nullable(),
  preflight: preflight.nullable(),
  /** Every second so far, oldest first. */
  points: z.array(livePoint),
  diagnosis: diagnosis.nullable(),
  notices: z.array(z.string()),
})
export type LiveValidation = z.output<typeof liveValidation>
