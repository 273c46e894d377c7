/** The events so far of the validation that is running, for a window that was reloaded. */
import { z } from 'zod'
import { preflight } from './preflight.ts'
import { identifier, nonNegative } from './primitives.ts'
import { diagnosis } from './result.ts'
import { livePoint, validationProgress } from './validation-progress.ts'
import { validationPreview } from './validation-request.ts'
import { verdictSoFar } from './verdict.ts'

/** The latest content of each event of the validation, and all its points and notices. Null: not reported yet. */
export const liveValidation = z.strictObject({
  runId: identifier,
  /** Duration of the burn-in: the part of the load that is measured and not counted. */
  burnInMs: nonNegative,
  preview: validationPreview.nullable(),
  progress: validationProgress.nullable(),
  preflight: preflight.nullable(),
  /** Every second so far, oldest first. */
  points: z.array(livePoint),
  diagnosis: diagnosis.nullable(),
  verdictSoFar: verdictSoFar.nullable(),
  notices: z.array(z.string()),
})
export type LiveValidation = z.output<typeof liveValidation>
