import type { Prediction } from '../contracts/prediction.ts'
import type { Result } from '../contracts/result.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { EndReason, RunStatus } from '../contracts/run-record.ts'
import type { TargetDescription } from '../contracts/target.ts'
import type { Comparison, VerdictKind, VerdictReasonCode } from '../contracts/verdict.ts'
import type { Framing } from './framing.ts'

/** What the rules on the band and on a met load look at: also known of an imported run. */
export interface BandCase {
  readonly prediction: Prediction
  /** An import tells neither of throttling nor of every record. */
  readonly result: Pick<Result, 'diagnosis'> & Partial<Pick<Result, 'throttle' | 'accounting'>>
  readonly target: Pick<TargetDescription, 'brokers'>
  /** Judged figures first; empty where nothing steady was measured. */
  readonly comparisons: readonly Comparison[]
  /** Left out: not known. */
  readonly framing?: Framing
}

/** Everything a rule may look at. */
export interface OverlayCase extends BandCase {
  readonly result: Result
  readonly target: TargetDescription
  readonly plan: RunPlan
  readonly status: RunStatus
  readonly endReason: EndReason | null
  readonly requestProfileRatio: number | null
}

/** What one rule says. */
export interface Judgement {
  readonly verdict: VerdictKind
  readonly reasonCode: VerdictReasonCode
  /** One sentence for people. */
  readonly reason: string
  /** Left out: as the diagnosis says. */
  readonly limitReached?: boolean
}

/** A judgement that nothing is proven, as "Not proven: …". */
export function notProven(reasonCode: VerdictReasonCode, why: string): Judgement {
  return { verdict: 'not-proven', reasonCode, reason: `Not proven: ${asClause(why)}.` }
}

/** A sentence as part of another one: without its full stop, and small at its beginning where that is a plain word. */
export function asClause(sentence: string): string {
  const open = sentence.replace(/\.$/, '')
  return /^(?!Headroom\b)[A-Z][a-z]/.test(open) ? open.charAt(0).toLowerCase() + open.slice(1) : open
}
