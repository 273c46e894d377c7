/**
 * The facts that decide a verdict. Unknown facts of a run are null or left out.
 */
import type { KnownFigures, KnownIntervals } from '../../contracts/imported-run.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { Result } from '../../contracts/result.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { EndReason, RunStatus } from '../../contracts/run-record.ts'
import type { TargetDescription } from '../../contracts/target.ts'
import type { Comparison } from '../../contracts/verdict.ts'

/** What limited the rate of a load, without the evidence. */
export type LoadDiagnosis = Pick<Result['diagnosis'], 'limiter' | 'sentence'>

/** Facts about any load, whether Headroom sampled it or tools reported it. */
export interface LoadFacts {
  /** The prediction for the load, which includes the offered load. */
  readonly prediction: Prediction
  /** The diagnosis. The other parts of a result are left out if they are unknown. */
  readonly result: { readonly diagnosis: LoadDiagnosis } & Partial<Pick<Result, 'throttle' | 'accounting' | 'framing'>>
  /** Measured intervals against predicted bands, judged figures first. Empty if there is no steady window. */
  readonly comparisons: readonly Comparison[]
}

/** Facts that are known only if Headroom sampled the run. */
export interface SampledRun {
  readonly result: Result
  readonly plan: RunPlan
  readonly status: RunStatus
  readonly endReason: EndReason | null
  /** Produce requests per record, measured / predicted; null if unknown. */
  readonly requestProfileRatio: number | null
}

/** Facts that are known only if tools reported the figures. */
export interface ToolOutputs {
  readonly figures: KnownFigures
  readonly intervals: KnownIntervals | null
  /** True if an output ends before the tool's own summary, or a run of the tools was cut short. */
  readonly isPartial: boolean
  /** Number of whole quota windows if Headroom ran the tools; null if it did not. */
  readonly windows: number | null
}

/** Everything that a row of the verdict table may use. */
export interface VerdictFacts extends LoadFacts {
  /** The target and the dimensions that it enforces; null if unknown. */
  readonly target: TargetDescription | null
  /** Null if tools reported the figures. */
  readonly run: SampledRun | null
  /** Null if Headroom sampled the run. */
  readonly outputs: ToolOutputs | null
}
