/**
 * Extracts the parts of a run record that a campaign keeps for its step.
 */

import { AppError } from '../contracts/app-error.ts'
import type { CampaignStep, StepResult } from '../contracts/campaign.ts'
import type { MeasuredRecord } from '../contracts/run-record.ts'

/**
 * The result of a campaign's step from the record of its run.
 *
 * A step is sustained if the offered load was met. That is the case if, after the burn-in, acknowledged / offered is at
 * least 0.995, no backlog grows and the consumers keep up. The diagnosis names the limiter "nothing" in exactly this
 * case.
 * @throws AppError RUN_FAILED if the run has no result.
 */
export function stepResultOf(step: Omit<CampaignStep, 'scenario'>, record: MeasuredRecord): StepResult {
  const { result, overlay, prediction } = record
  if (result === null) throw new AppError('RUN_FAILED', `Run ${record.id} measured nothing.`)
  return {
    stepId: step.stepId,
    label: step.label,
    repeat: step.repeat,
    ...(step.isClimb === true ? { isClimb: true } : {}),
    runId: record.id,
    endedAtEpochMs: record.endedAtEpochMs ?? record.createdAtEpochMs,
    offered: prediction.offered,
    expected: prediction.expected,
    steady: result.steady,
    wholeRun: result.wholeRun,
    doubt: result.steadyWindow.doubt,
    ackedRatio: result.ackedRatio,
    isSustained: result.diagnosis.limiter === 'nothing',
    verdict: overlay?.verdict ?? null,
    reason: overlay?.reason ?? record.endDetail ?? 'The run was not compared with its prediction.',
    marks: overlay?.marks ?? [],
    limiter: result.diagnosis.limiter,
    responseP99Us: result.latency.response?.p99Us ?? null,
  }
}
