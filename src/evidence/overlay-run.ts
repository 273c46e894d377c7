/**
 * The verdict on any run, by what there is of it.
 */
import type { RunRecord } from '../contracts/run-record.ts'
import type { Overlay } from '../contracts/verdict.ts'
import { overlayResult } from './overlay.ts'
import { overlayImport } from './overlay-import.ts'

/** What of a run its verdict rests on. */
export type LaidRun = Pick<
  RunRecord,
  'prediction' | 'target' | 'plan' | 'status' | 'endReason' | 'observations' | 'result'
>

/** Null where the run is laid on no prediction, or measured nothing. */
export function overlayRun(run: LaidRun): Overlay | null {
  const { prediction, target, plan, status, endReason, observations, result } = run
  if (prediction === null) return null
  if (observations.kind === 'outputs') {
    const { figures, intervals, windows } = observations
    const driven = target === null ? undefined : { target, windows: windows ?? 0 }
    return overlayImport({ prediction, figures, intervals, isPartial: status === 'partial', driven })
  }
  if (result === null || target === null || plan === null) return null
  return overlayResult({ prediction, result, target, plan, status, endReason })
}
