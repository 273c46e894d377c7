/**
 * The verdict on any run, by what there is of it.
 */
import type { RunRecord } from '../contracts/run-record.ts'
import type { Overlay } from '../contracts/verdict.ts'
import { enforcedDimensions } from './enforced-dimensions.ts'
import { overlayResult } from './overlay.ts'
import { overlayImport } from './overlay-import.ts'
import { verdictRuleVersion } from './verdict/table.ts'

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

/** What of a stored run decides its verdict by the rules of this version. */
export type JudgedRun = LaidRun & Pick<RunRecord, 'offering' | 'overlay'>

/**
 * The verdict by the rules of this version on a run that was judged by older ones; null if it was judged by these, or not
 * at all. What the target enforces is part of the rules.
 */
export function overlayByCurrentRules(run: JudgedRun): Overlay | null {
  const { overlay, target, offering } = run
  if (overlay === null || ruleVersionOf(overlay) === verdictRuleVersion) return null
  if (target === null || offering === null) return overlayRun(run)
  return overlayRun({ ...run, target: { ...target, enforces: enforcedDimensions(target, offering) } })
}

/** Version of the rules that gave a verdict. */
export function ruleVersionOf({ ruleVersion = 1 }: Pick<Overlay, 'ruleVersion'>): number {
  return ruleVersion
}
