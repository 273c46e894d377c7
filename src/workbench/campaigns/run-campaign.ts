/**
 * A campaign from its next step to its end: the one loop that there is.
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

/** What a campaign runs with. */
export interface CampaignContext {
  readonly store: Store
  readonly validations: Validations
  readonly events: Events
  readonly signal: AbortSignal
}

/** Runs what is still to be run. Every result is stored as its run ends. Never rejects. */
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

/** With the one cluster of all steps that want the same. */
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
  // One scale for all steps, found on the scenario as it is: a small step of a ladder would say little of the machine.
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
        // The cluster that was warm had gone, and this run was on a fresh one: it does not count.
        isRunAgain = true
        await coolDown(current.record, context)
        continue
      }
      // Where no cluster stays, what is measured is told with that doubt.
      if (isCold && warmth !== null) change(toldWarmUp(current.record, { ...warmth, isWarm: false }))
      isRunAgain = false
      store.addCampaignResult(current.record.id, result)
      change({ ...pinned(current.record, run), results: [...current.record.results, result] })
      events.emit('campaign.step-ended', { campaignId: current.record.id, result })
      if (next() !== null) await coolDown(current.record, context)
    } catch (error) {
      if (signal.aborted || !(error instanceof StepRefused)) throw error
      // The cluster that was warm is gone where this one was started for the step.
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

/** A step's run and what it says. @throws StepRefused, or what kept the run from its end */
async function measured(record: CampaignRecord, step: CampaignStep, context: StepContext) {
  const { campaign } = record.request
  announce(record, step, context.events)
  const run = await runStep(record, step, context)
  const samples = campaign.benchmark === undefined ? [] : context.store.readSamples(run.id)
  return { run, result: benchmarkResult(campaign, stepResultOf(step, run), { record: run, samples }) }
}

/** Null where the campaign asks for no warm-up. */
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

/** Of several clusters the one that did not get warm: it is what makes figures doubtful. */
function toldWarmUp({ warmUp: before }: CampaignRecord, { runs, isWarm }: WarmUpEnd): Partial<CampaignRecord> {
  return { warmUp: before?.isWarm === false ? before : { runs, isWarm } }
}

/**
 * What the first run found out holds for all: `embedded` must not mean one thing now and another later. Of its target
 * what the others share.
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
 * @throws StepRefused, or AppError where the run did not go to its end; the step is run again when the campaign is
 * resumed.
 */
async function runStep(record: CampaignRecord, step: CampaignStep, context: StepContext): Promise<MeasuredRecord> {
  const { validations, events, session, signal } = context
  let stopListening: () => void = () => undefined
  const ended = new Promise<EventPayload<'validation.ended'>>((resolve) => {
    stopListening = events.on('validation.ended', resolve)
  })
  try {
    const { runId } = await validations.start(validationOf(record.request, step.scenario), session)
    // It may have ended a moment ago: then there is nothing to abort.
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
