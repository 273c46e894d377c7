/**
 * Recognises steps that a target refuses, and finds the steps that cannot be run without them.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { CampaignStep, StepNotRun } from '../../contracts/campaign.ts'
import type { CampaignRecord } from '../../contracts/campaign-record.ts'
import type { Preflight, PreflightCheck } from '../../contracts/preflight.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import { configurationsOfCase } from '../../planning/campaign-configurations.ts'
import { peakOfCase } from '../../planning/case-steps.ts'

/** Preflight checks that depend on the step. All other checks concern the target and would fail for every step. */
const checksOfStep: readonly PreflightCheck['id'][] = ['replication-factor', 'topics', 'record-size', 'disk-space']

/** The target does not meet a requirement of the step, so the run ended in its preflight. */
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

/** Returns the refusal with which a run ended. Returns null if it had none, or if a check of the target failed. */
export function refusalOf({ id, preflight }: MeasuredRecord): StepRefused | null {
  const failures = failuresOf(preflight)
  if (failures.length === 0 || failures.some((check) => !checksOfStep.includes(check.id))) return null
  return new StepRefused(id, failures)
}

function failuresOf(preflight: Preflight | null): PreflightCheck[] {
  return preflight?.checks.filter(({ state }) => state === 'failed') ?? []
}

/**
 * Lists the steps that a refusal prevents: the step itself, and each case whose load is a share of a peak that is now
 * unknown.
 */
export function stepsNotRun(
  { request: { campaign }, results }: CampaignRecord,
  { stepId, label }: CampaignStep,
  { runId, message, remedy }: StepRefused,
): StepNotRun[] {
  const refused: StepNotRun = { stepId, label, runId, reason: message, remedy }
  const cases = campaign.method.kind === 'cases' ? campaign.method.cases : []
  const above = cases.find((each) => configurationsOfCase(campaign, each).some((step) => step.stepId === stepId))
  if (above === undefined || peakOfCase(campaign, above, results) !== null) return [refused]
  const below = cases.filter((each) => each.below?.caseId === above.id)
  const reason = `Its load follows from the peak of “${above.label}”, which was not run.`
  return [refused, ...below.map((each) => ({ stepId: each.id, label: each.label, runId: null, reason, remedy: null }))]
}
