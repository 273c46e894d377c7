/**
 * Runs a campaign from its next step to its end. All campaigns use this one loop.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contracts/app-error.ts'
import type { CampaignStep } from '../../contracts/campaign.ts'
import type { CampaignRecord } from '../../contracts/campaign-record.ts'
import type { EventPayload } from '../../contracts/ipc-contract.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { stepResultOf } from '../../evidence/step-result.ts'
import { mostRuns } from '../../planning/campaign-configurations.ts'
import { offeringOfStep } from '../../planning/campaign-offerings.ts'
import type { ClusterOf } from '../../planning/cluster-order.ts'
import { coolDownMsOf } from '../../planning/cool-down.ts'
import { nextStep } from '../../planning/next-step.ts'
import type { Events } from '../events.ts'
import type { FleetSession } from '../fleets/fleet.ts'
import type { Store } from '../store/store.ts'
import { clusterKeyOf } from '../validation/draft-validation.ts'
import type { Validations } from '../validation/validations.ts'
import { benchmarkResult } from './benchmark-result.ts'
import { type CampaignEnd, closeAborted, closeFailed, closeTried } from './campaign-end.ts'
import { validationOf } from './preview-campaign.ts'
import { sharedTarget } from './shared-target.ts'
import { refusalOf, StepRefused, stepsNotRun } from './step-refusal.ts'
import { isSameCluster, type WarmUpEnd, warmUp, warmUpStep } from './warm-up.ts'

/** What a campaign depends on. */
export interface CampaignContext {
  readonly store: Store
  readonly validations: Validations
  readonly events: Events
  readonly signal: AbortSignal
}

/** Runs the remaining steps. Every result is stored as soon as its run ends. Never rejects. */
export async function runCampaign(first: CampaignRecord, context: CampaignContext): Promise<CampaignEnd> {
  const current = { record: first }
  const session = context.validations.openSession()
  try {
    await runSteps(current, { ...context, session })
    return closeTried(current.record, context.store)
  } catch (error) {
    const { store, signal } = context
    return signal.aborted ? closeAborted(current.record, store) : closeFailed(current.record, store, error)
  } finally {
    await session.close()
  }
}

/** The context with the session that lets consecutive steps share an embedded cluster. */
interface StepContext extends CampaignContext {
  readonly session: FleetSession
}

async function runSteps(current: { record: CampaignRecord }, context: StepContext): Promise<void> {
  const { store, validations, events, signal } = context
  const { campaign } = current.record.request
  const change = (part: Partial<CampaignRecord>) => {
    current.record = { ...current.record, ...part }
    store.updateCampaign(current.record)
  }
  const clusterOf = (scenario: Scenario) =>
    clusterKeyOf(validationOf(current.record.request, scenario), offeringOfStep(current.record, scenario))
  const next = () => stepAfter(current.record, clusterOf)
  if (next() === null) return
  // One scale for all steps, found with the unchanged scenario: a small step of a ladder would say little about the
  // machine.
  const scale = await validations.findScale(validationOf(current.record.request, campaign.scenario), signal)
  if (current.record.request.target.kind !== 'connection') {
    change({ request: { ...current.record.request, scale } })
  }
  let warmCluster: string | null = null
  let warmth: WarmUpEnd | null = null
  let isRunAgain = false
  for (let step = next(); step !== null; step = next()) {
    signal.throwIfAborted()
    const cluster = clusterOf(step.scenario)
    try {
      if (cluster !== warmCluster) {
        warmth = await warmedUp(current.record, step, context)
        if (warmth !== null) change(toldWarmUp(current.record, warmth))
      }
      warmCluster = cluster
      const { run, result } = await measured(current.record, step, context)
      const isCold = warmth !== null && !isSameCluster(warmth.last, run)
      if (isCold) warmCluster = null
      if (isCold && !isRunAgain) {
        // The warm cluster was gone and this run used a fresh one, so it does not count.
        isRunAgain = true
        await coolDown(current.record, context)
        continue
      }
      // If no cluster lasts, the result counts and the record says that the cluster was cold.
      if (isCold && warmth !== null) change(toldWarmUp(current.record, { ...warmth, isWarm: false }))
      isRunAgain = false
      store.addCampaignResult(current.record.id, result)
      change({ ...pinned(current.record, run), results: [...current.record.results, result] })
      events.emit('campaign.step-ended', { campaignId: current.record.id, result })
      if (next() !== null) await coolDown(current.record, context)
    } catch (error) {
      if (signal.aborted || !(error instanceof StepRefused)) throw error
      // If a cluster was started for this step, the warm one is gone.
      if (cluster !== warmCluster) warmCluster = null
      const added = stepsNotRun(current.record, step, error)
      change({ notRun: [...(current.record.notRun ?? []), ...added] })
      for (const notRun of added) events.emit('campaign.step-not-run', { campaignId: current.record.id, notRun })
    }
  }
}

function stepAfter({ request, results, notRun = [] }: CampaignRecord, clusterOf: ClusterOf): CampaignStep | null {
  return nextStep(request.campaign, results, { notRun: notRun.map(({ stepId }) => stepId), clusterOf })
}

/** The run of a step and its result. @throws StepRefused, or the error that ended the run early */
async function measured(record: CampaignRecord, step: CampaignStep, context: StepContext) {
  const { campaign } = record.request
  announce(record, step, context.events)
  const run = await runStep(record, step, context)
  const samples = campaign.benchmark === undefined ? [] : context.store.readSamples(run.id)
  return { run, result: benchmarkResult(campaign, stepResultOf(step, run), { record: run, samples }) }
}

/** Null if the campaign has no warm-up. */
async function warmedUp(record: CampaignRecord, step: CampaignStep, context: StepContext): Promise<WarmUpEnd | null> {
  const order = record.request.campaign.warmUp
  if (order === undefined) return null
  const { durationMs } = order
  const request = { ...record.request, ...(durationMs === undefined ? {} : { durationMs }) }
  const outcome = await warmUp(order, async (run) => {
    context.signal.throwIfAborted()
    context.events.emit('campaign.warm-up', { campaignId: record.id, run, mostRuns: order.mostRuns })
    return runStep({ ...record, request }, warmUpStep(step, run), context)
  })
  await coolDown(record, context)
  return outcome
}

/** The outcome of the warm-up for the record. With several clusters, the one that did not get warm is kept. */
function toldWarmUp({ warmUp: before }: CampaignRecord, { runs, isWarm }: WarmUpEnd): Partial<CampaignRecord> {
  return { warmUp: before?.isWarm === false ? before : { runs, isWarm } }
}

/**
 * Fixes what the first run decided: `embedded` must mean the same kind of cluster in all runs. Of the targets, the record
 * keeps what they have in common.
 */
function pinned({ request, target }: CampaignRecord, run: MeasuredRecord): Partial<CampaignRecord> {
  if (target !== null) return { target: sharedTarget(target, run.target) }
  const { kind } = run.target
  return { target: run.target, request: kind === 'connection' ? request : { ...request, target: { kind } } }
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
    mostRuns: mostRuns(campaign),
  })
}

/**
 * Runs one step.
 * @throws StepRefused, or AppError if the run did not complete; resuming the campaign runs the step again.
 */
async function runStep(record: CampaignRecord, step: CampaignStep, context: StepContext): Promise<MeasuredRecord> {
  const { validations, events, session, signal } = context
  let stopListening: () => void = () => undefined
  const ended = new Promise<EventPayload<'validation.ended'>>((resolve) => {
    stopListening = events.on('validation.ended', resolve)
  })
  try {
    const { runId } = await validations.start(validationOf(record.request, step.scenario), session)
    // If the run has just ended, there is nothing to abort.
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

async function coolDown({ id, request }: CampaignRecord, { events, signal }: CampaignContext) {
  const coolDownMs = coolDownMsOf(request)
  if (coolDownMs === 0) return
  events.emit('campaign.cool-down', { campaignId: id, durationMs: coolDownMs })
  await sleep(coolDownMs, undefined, { signal })
}
