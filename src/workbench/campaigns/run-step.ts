/**
 * Runs a single step of a campaign: its warm-up, its run and the pause after it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contracts/app-error.ts'
import type { CampaignStep } from '../../contracts/campaign.ts'
import type { CampaignRecord } from '../../contracts/campaign-record.ts'
import type { EventPayload } from '../../contracts/ipc-contract.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import { stepResultOf } from '../../evidence/step-result.ts'
import { maxRunsOf } from '../../planning/campaign-configurations.ts'
import { coolDownMsOf } from '../../planning/cool-down.ts'
import type { Events } from '../events.ts'
import type { FleetSession } from '../fleets/fleet.ts'
import type { Store } from '../store/store.ts'
import type { Validations } from '../validation/validations.ts'
import { benchmarkResult } from './benchmark-result.ts'
import { validationOf } from './preview-campaign.ts'
import { refusalOf } from './step-refusal.ts'
import { type WarmUpEnd, warmUp, warmUpStep } from './warm-up.ts'

/** Services that a running campaign uses, and the signal that stops it. */
export interface CampaignContext {
  readonly store: Store
  readonly validations: Validations
  readonly events: Events
  readonly signal: AbortSignal
}

/** The context with the session in which consecutive steps share an embedded cluster. */
export interface StepContext extends CampaignContext {
  readonly session: FleetSession
}

/** Runs a step and evaluates its run. @throws StepRefused, or the error that ended the run early */
export async function measureStep(record: CampaignRecord, step: CampaignStep, context: StepContext) {
  const { campaign } = record.request
  announce(record, step, context.events)
  const run = await runStep(record, step, context)
  const samples = campaign.benchmark === undefined ? [] : context.store.readSamples(run.id)
  return { run, result: benchmarkResult(campaign, stepResultOf(step, run), { record: run, samples }) }
}

/** Warms the cluster up with runs of this step. Returns null if the campaign has no warm-up. */
export async function warmUpFor(
  record: CampaignRecord,
  step: CampaignStep,
  context: StepContext,
): Promise<WarmUpEnd | null> {
  const settings = record.request.campaign.warmUp
  if (settings === undefined) return null
  const { durationMs } = settings
  const request = { ...record.request, ...(durationMs === undefined ? {} : { durationMs }) }
  const outcome = await warmUp(settings, async (run) => {
    context.signal.throwIfAborted()
    context.events.emit('campaign.warm-up', { campaignId: record.id, run, mostRuns: settings.mostRuns })
    return runStep({ ...record, request }, warmUpStep(step, run), context)
  })
  await coolDown(record, context)
  return outcome
}

/** Waits until the next run is not affected by the quota windows of the last one. */
export async function coolDown({ id, request }: CampaignRecord, { events, signal }: CampaignContext) {
  const coolDownMs = coolDownMsOf(request)
  if (coolDownMs === 0) return
  events.emit('campaign.cool-down', { campaignId: id, durationMs: coolDownMs })
  await sleep(coolDownMs, undefined, { signal })
}

function announce(
  { id, request: { campaign }, results, notRun = [] }: CampaignRecord,
  step: CampaignStep,
  events: Events,
): void {
  events.emit('campaign.step', {
    campaignId: id,
    label: step.label,
    repeat: step.repeat,
    repeats: campaign.repeats,
    isClimb: step.isClimb === true,
    position: results.length + notRun.length + 1,
    mostRuns: maxRunsOf(campaign),
  })
}

/**
 * Runs one step.
 * @throws StepRefused, or AppError if the run did not complete. A resumed campaign runs the step again.
 */
async function runStep(record: CampaignRecord, step: CampaignStep, context: StepContext): Promise<MeasuredRecord> {
  const { validations, events, session, signal } = context
  let stopListening: () => void = () => undefined
  const ended = new Promise<EventPayload<'validation.ended'>>((resolve) => {
    stopListening = events.on('validation.ended', resolve)
  })
  try {
    const { runId } = await validations.start(validationOf(record.request, step.scenario), session)
    // The call fails if the run has just ended. Then there is nothing to abort.
    const abort = () => void validations.abort(runId).catch(() => undefined)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    const { record: run, error } = await ended
    signal.removeEventListener('abort', abort)
    const refusal = run?.status === 'failed' ? refusalOf(run) : null
    if (refusal !== null) throw refusal
    if (error !== null) throw AppError.fromData(error)
    if (run?.status !== 'complete') throw new AppError('RUN_FAILED', `Run ${runId} did not go to its end.`)
    return run
  } finally {
    stopListening()
  }
}
