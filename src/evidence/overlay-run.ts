/**
 * The verdict on any run, sampled or imported.
 */
import type { RunRecord } from '../contracts/run-record.ts'
import type { Overlay } from '../contracts/verdict.ts'
import { enforcedDimensions } from './enforced-dimensions.ts'
import { overlayResult } from './overlay.ts'
import { overlayImport } from './overlay-import.ts'
import { verdictRuleVersion } from './verdict/table.ts'

/** The parts of a run from which its verdict is computed. */
export type VerdictRun = Pick<
  RunRecord,
  'prediction' | 'target' | 'plan' | 'status' | 'endReason' | 'observations' | 'result'
>

/** The verdict on a run; null if the run has no prediction, or measured nothing. */
export function overlayRun(run: VerdictRun): Overlay | null {
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

/** A stored run with its verdict, which may be by older rules. */
export type JudgedRun = VerdictRun & Pick<RunRecord, 'offering' | 'overlay'>

/**
 * The verdict by the current rules on a run that was judged by older ones; null if it was judged by the current rules,
 * or not at all. Which dimensions a target enforces is part of the rules, so they are computed again.
 */
export function overlayByCurrentRules(run: JudgedRun): Overlay | null {
  const { overlay, target, offering } = run
  if (overlay === null || ruleVersionOf(overlay) === verdictRuleVersion) return null
  if (target === null || offering === null) return overlayRun(run)
  return overlayRun({ ...run, target: { ...target, enforces: enforcedDimensions(target, offering) } })
}

/** Version of the rules by which a verdict was given. The first version was not stored. */
export function ruleVersionOf({ ruleVersion = 1 }: Pick<Overlay, 'ruleVersion'>): number {
  return ruleVersion
}
