/**
 * The facts that decide a verdict. What is not known of a run is null or left out.
 */
import type { KnownFigures, KnownIntervals } from '../../contracts/imported-run.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { Result } from '../../contracts/result.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { EndReason, RunStatus } from '../../contracts/run-record.ts'
import type { TargetDescription } from '../../contracts/target.ts'
import type { Comparison } from '../../contracts/verdict.ts'

/** What held the rate of a load, without the evidence for it. */
export type LoadDiagnosis = Pick<Result['diagnosis'], 'limiter' | 'sentence'>

/** What is known of any load: one that Headroom sampled, and one that tools reported. */
export interface LoadFacts {
  /** What was predicted, by direction, and what was offered. */
  readonly prediction: Prediction
  /** What held the rate; the rest is left out where it is not known. */
  readonly result: { readonly diagnosis: LoadDiagnosis } & Partial<Pick<Result, 'throttle' | 'accounting' | 'framing'>>
  /** Measured intervals beside predicted bands, judged figures first; empty if there is no steady window. */
  readonly comparisons: readonly Comparison[]
}

/** What is known only of a run that Headroom sampled. */
export interface SampledRun {
  readonly result: Result
  readonly plan: RunPlan
  readonly status: RunStatus
  readonly endReason: EndReason | null
  readonly requestProfileRatio: number | null
}

/** What is known only of figures that tools reported. */
export interface ToolOutputs {
  readonly figures: KnownFigures
  readonly intervals: KnownIntervals | null
  /** True if an output ends before the tool's own summary, or a run of the tools was cut short. */
  readonly isPartial: boolean
  /** Whole quota windows, if Headroom ran the tools itself; null: it did not. */
  readonly windows: number | null
}

/** Everything that a row of the verdict table may use. */
export interface VerdictFacts extends LoadFacts {
  /** What the target is and enforces; null: not known. */
  readonly target: TargetDescription | null
  /** Null for figures that tools reported. */
  readonly run: SampledRun | null
  /** Null for a run that Headroom sampled. */
  readonly outputs: ToolOutputs | null
}
