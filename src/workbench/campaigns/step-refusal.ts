/**
 * Steps that a target refuses, and what that means for the campaign.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { CampaignStep, StepNotRun } from '../../contracts/campaign.ts'
import type { CampaignRecord } from '../../contracts/campaign-record.ts'
import type { Preflight, PreflightCheck } from '../../contracts/preflight.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import { configurationsOfCase } from '../../planning/campaign-configurations.ts'
import { peakOfCase } from '../../planning/case-steps.ts'

/** Checks of the step itself. All other checks concern the target and would fail for every step. */
const checksOfStep: readonly PreflightCheck['id'][] = ['replication-factor', 'topics', 'record-size', 'disk-space']

/** A run ended in its preflight because of what its step requires. */
export class StepRefused extends AppError {
  readonly runId: string

  constructor(runId: string, failures: readonly PreflightCheck[]) {
    const remedies = new Set(failures.flatMap(({ remedy }) => remedy ?? []))
    super('PREFLIGHT_FAILED', failures.map(({ label, detail }) => `${label}: ${detail}`).join(' '), {
      remedy: remedies.size === 0 ? null : [...remedies].join(' '),
    })
    this.name = 'StepRefused'
    this.runId = runId
  }
}

/** The refusal with which a run ended; null if there was none, or if the target itself failed its checks. */
export function refusalOf({ id, preflight }: MeasuredRecord): StepRefused | null {
  const failures = failuresOf(preflight)
  if (failures.length === 0 || failures.some((check) => !checksOfStep.includes(check.id))) return null
  return new StepRefused(id, failures)
}

function failuresOf(preflight: Preflight | null): PreflightCheck[] {
  return preflight?.checks.filter(({ state }) => state === 'failed') ?? []
}

/**
 * The steps that a refusal prevents: the step itself, and each row whose load follows from a peak that is now unknown.
 */
export function stepsNotRun(
  { request: { campaign }, results }: CampaignRecord,
  { stepId, label }: CampaignStep,
  { runId, message, remedy }: StepRefused,
): StepNotRun[] {
  const own: StepNotRun = { stepId, label, runId, reason: message, remedy }
  const cases = campaign.method.kind === 'cases' ? campaign.method.cases : []
  const above = cases.find((each) => configurationsOfCase(campaign, each).some((step) => step.stepId === stepId))
  if (above === undefined || peakOfCase(campaign, above, results) !== null) return [own]
  const below = cases.filter((each) => each.below?.caseId === above.id)
  const reason = `Its load follows from the peak of “${above.label}”, which was not run.`
  return [own, ...below.map((each) => ({ stepId: each.id, label: each.label, runId: null, reason, remedy: null }))]
}
