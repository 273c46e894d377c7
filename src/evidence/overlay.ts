/**
 * Compares the result of a run with its prediction and gives the verdict.
 */
import { limiterRecords } from '../contracts/limiters.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Result } from '../contracts/result.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { EndReason, RunStatus } from '../contracts/run-record.ts'
import type { TargetDescription } from '../contracts/target.ts'
import type { Overlay } from '../contracts/verdict.ts'
import { compareFigures } from './comparisons.ts'
import { countLimits } from './counted-limits.ts'
import { marksOf } from './marks.ts'
import { requestProfileRatio } from './request-profile.ts'
import { decide, verdictRuleVersion } from './verdict/table.ts'
import { asPredicted } from './without-request-framing.ts'

/** The parts of a run that its verdict uses. */
export interface OverlayInput {
  readonly prediction: Prediction
  readonly result: Result
  readonly target: TargetDescription
  readonly plan: RunPlan
  readonly status: RunStatus
  readonly endReason: EndReason | null
}

/**
 * The verdict on a sampled run, with its reason as one sentence, and the comparisons that it is based on. The rows of
 * verdict/table.ts decide.
 *
 * Never throws, and gives a verdict for any input.
 */
export function overlayResult(input: OverlayInput): Overlay {
  const { prediction, result, target } = input
  const { steady, framing } = result
  const comparisons = steady === null ? [] : compareFigures(prediction, asPredicted(steady, prediction, framing))
  const ratio = requestProfileRatio(prediction, result)
  const run = { ...input, requestProfileRatio: ratio }
  const judgement = decide({ prediction, result, comparisons, target, run, outputs: null })
  const countedLimits = countLimits(prediction, result, input)
  return {
    ruleVersion: verdictRuleVersion,
    verdict: judgement.verdict,
    reasonCode: judgement.reasonCode,
    reason: judgement.reason,
    // A row that does not decide this leaves it to the diagnosis: was the limiter a limit of the cluster?
    limitReached: judgement.limitReached ?? limiterRecords[result.diagnosis.limiter].isLimitOfCluster,
    comparisons,
    marks: marksOf(input, judgement.reasonCode),
    requestProfileRatio: ratio,
    ...(countedLimits.length === 0 ? {} : { countedLimits }),
  }
}
