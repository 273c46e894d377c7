import type { Prediction } from '../contracts/prediction.ts'
import type { Result } from '../contracts/result.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { EndReason, RunStatus } from '../contracts/run-record.ts'
import type { TargetDescription } from '../contracts/target.ts'
import { type Comparison, type VerdictKind, type VerdictReasonCode, verdictReason } from '../contracts/verdict.ts'
import type { Framing } from './framing.ts'

/** What the rules on bands and on a met load use. All of it is also known for an imported run. */
export interface BandCase {
  readonly prediction: Prediction
  /** An import has neither throttling nor the accounting of records. */
  readonly result: Pick<Result, 'diagnosis'> & Partial<Pick<Result, 'throttle' | 'accounting'>>
  readonly target: Pick<TargetDescription, 'brokers'>
  /** Judged figures first; empty if there is no steady window. */
  readonly comparisons: readonly Comparison[]
  /** Left out: not known. */
  readonly framing?: Framing
}

/** Everything that a rule may use. */
export interface OverlayCase extends BandCase {
  readonly result: Result
  readonly target: TargetDescription
  readonly plan: RunPlan
  readonly status: RunStatus
  readonly endReason: EndReason | null
  readonly requestProfileRatio: number | null
}

/** The outcome of a rule that applies. */
export interface Judgement {
  readonly verdict: VerdictKind
  readonly reasonCode: VerdictReasonCode
  /** One sentence for users. */
  readonly reason: string
  /** Left out: follows from the diagnosis. */
  readonly limitReached?: boolean
}

/** The verdict "not proven" with its reason: "Not proven: …". */
export function notProven(reasonCode: VerdictReasonCode, why: string): Judgement {
  return { verdict: 'not-proven', reasonCode, reason: verdictReason('not-proven', `${asClause(why)}.`) }
}

/** A sentence as part of another one: without its full stop, and with a lower-case first letter unless it is a name. */
export function asClause(sentence: string): string {
  const open = sentence.replace(/\.$/, '')
  return /^(?!Headroom\b)[A-Z][a-z]/.test(open) ? open.charAt(0).toLowerCase() + open.slice(1) : open
}
