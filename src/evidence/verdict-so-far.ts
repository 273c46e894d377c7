/**
 * The verdict on a run in progress, by the rules for ended runs.
 */
import type { MeasuredRecord } from '../contracts/run-record.ts'
import type { Sample } from '../contracts/sample.ts'
import type { VerdictSoFar } from '../contracts/verdict.ts'
import { computeResult } from '../measurement/compute-result.ts'
import { overlayRun } from './overlay-run.ts'

/**
 * The verdict if the rest of the run were like its samples so far. It may rest on fewer quota windows than a verdict on an
 * ended run needs, so it says how many there are. Null if nothing steady was measured yet.
 */
export function verdictSoFar(run: MeasuredRecord, samples: readonly Sample[]): VerdictSoFar | null {
  // Consumers have not caught up yet, as in a run that was cut short.
  const result = computeResult(run.plan, samples, { isCutShort: true })
  if (result.steady === null) return null
  const { steadyWindow } = result
  const doubt = steadyWindow.doubt === 'too-short' ? null : steadyWindow.doubt
  const resultSoFar = { ...result, steadyWindow: { ...steadyWindow, doubt } }
  const overlay = overlayRun({ ...run, status: 'complete', endReason: 'plan-complete', result: resultSoFar })
  if (overlay === null) return null
  return { verdict: overlay.verdict, reason: overlay.reason, windows: steadyWindow.windows }
}
