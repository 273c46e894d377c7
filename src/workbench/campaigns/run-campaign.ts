/**
 * Runs a campaign from its next step to its last. Every kind of campaign uses this loop.
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
import { type CampaignEnd, closeAborted, closeAfterLastStep, closeFailed } from './campaign-end.ts'
import { validationOf } from './preview-campaign.ts'
import { sharedTarget } from './shared-target.ts'
import { refusalOf, StepRefused, stepsNotRun } from './step-refusal.ts'
import { isSameCluster, type WarmUpEnd, warmUp, warmUpStep } from './warm-up.ts'

/** Services that a running campaign uses, and the signal that stops it. */
export interface CampaignContext {
  readonly store: Store
  readonly validations: Validations
  readonly events: Events
  readonly signal: AbortSignal
}

/** Runs the remaining steps and stores every result as soon as its run ends. Never rejects. */
export async function runCampaign(first: CampaignRecord, context: CampaignContext): Promise<CampaignEnd> {
  const current = { record: first }
  const session = context.validations.openSession()
  try {
    await runSteps(current, { ...context, session })
    return closeAfterLastStep(current.record, context.store)
  } catch (error) {
    const { store, signal } = context
    return signal.aborted ? closeAborted(current.record, store) : closeFailed(current.record, store, error)
  } finally {
    await session.close()
  }
}

/** The context with the session in which consecutive steps share an embedded cluster. */
interface StepContext extends CampaignContext {
  readonly session: FleetSession
}

/** Runs steps until none is left. `current.record` is the latest record, also if this throws. */
async function runSteps(current: { record: CampaignRecord }, context: StepContext): Promise<void> {
  const { store, validations, events, signal } = context
  const { campaign } = current.record.request
  const updateRecord = (part: Partial<CampaignRecord>) => {
    current.record = { ...current.record, ...part }
    store.updateCampaign(current.record)
  }
  const clusterOf = (scenario: Scenario) =>
    clusterKeyOf(validationOf(current.record.request, scenario), offeringOfStep(current.record, scenario))
  const next = () => stepAfter(current.record, clusterOf)
  if (next() === null) return
  // All steps use one scale. It is found with the scenario at its full load, because a small step of a ladder would not
  // show what the machine can do.
  const scale = await validations.findScale(validationOf(current.record.request, campaign.scenario), signal)
  if (current.record.request.target.kind !== 'connection') {
    updateRecord({ request: { ...current.record.request, scale } })
  }
  let warmCluster: string | null = null
  let warmUpEnd: WarmUpEnd | null = null
  let isSecondTry = false
  for (let step = next(); step !== null; step = next()) {
    signal.throwIfAborted()
    const cluster = clusterOf(step.scenario)
    try {
      if (cluster !== warmCluster) {
        warmUpEnd = await warmUpFor(current.record, step, context)
        if (warmUpEnd !== null) updateRecord(warmUpPart(current.record, warmUpEnd))
      }
      warmCluster = cluster
      const { run, result } = await measureStep(current.record, step, context)
      const isCold = warmUpEnd !== null && !isSameCluster(warmUpEnd.last, run)
      if (isCold) warmCluster = null
      if (isCold && !isSecondTry) {
        // The run does not count, because the warm cluster was gone and the run used a fresh one. It is repeated once.
        isSecondTry = true
        await coolDown(current.record, context)
        continue
      }
      // A second cold run counts, and the record says that the cluster was not warm.
      if (isCold && warmUpEnd !== null) updateRecord(warmUpPart(current.record, { ...warmUpEnd, isWarm: false }))
      isSecondTry = false
      store.addCampaignResult(current.record.id, result)
      updateRecord({ ...targetPart(current.record, run), results: [...current.record.results, result] })
      events.emit('campaign.step-ended', { campaignId: current.record.id, result })
      if (next() !== null) await coolDown(current.record, context)
    } catch (error) {
      if (signal.aborted || !(error instanceof StepRefused)) throw error
      // A cluster may have been started for the refused step, so the warm one is gone.
      if (cluster !== warmCluster) warmCluster = null
      const added = stepsNotRun(current.record, step, error)
      updateRecord({ notRun: [...(current.record.notRun ?? []), ...added] })
      for (const notRun of added) events.emit('campaign.step-not-run', { campaignId: current.record.id, notRun })
    }
  }
}

function stepAfter({ request, results, notRun = [] }: CampaignRecord, clusterOf: ClusterOf): CampaignStep | null {
  return nextStep(request.campaign, results, { notRun: notRun.map(({ stepId }) => stepId), clusterOf })
}

/** Runs a step and evaluates its run. @throws StepRefused, or the error that ended the run early */
async function measureStep(record: CampaignRecord, step: CampaignStep, context: StepContext) {
  const { campaign } = record.request
  announce(record, step, context.events)
  const run = await runStep(record, step, context)
  const samples = campaign.benchmark === undefined ? [] : context.store.readSamples(run.id)
  return { run, result: benchmarkResult(campaign, stepResultOf(step, run), { record: run, samples }) }
}

/** Warms the cluster up with runs of this step. Returns null if the campaign has no warm-up. */
async function warmUpFor(record: CampaignRecord, step: CampaignStep, context: StepContext): Promise<WarmUpEnd | null> {
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

/** The warm-up in the record. If several clusters were warmed up, the record keeps one that did not get warm. */
function warmUpPart({ warmUp: before }: CampaignRecord, { runs, isWarm }: WarmUpEnd): Partial<CampaignRecord> {
  return { warmUp: before?.isWarm === false ? before : { runs, isWarm } }
}

/**
 * The target in the record: the properties that the clusters of all runs share. The first run also fixes the kind of
 * target in the request, because `embedded` must mean the same kind of cluster in all runs.
 */
function targetPart({ request, target }: CampaignRecord, run: MeasuredRecord): Partial<CampaignRecord> {
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

async function coolDown({ id, request }: CampaignRecord, { events, signal }: CampaignContext) {
  const coolDownMs = coolDownMsOf(request)
  if (coolDownMs === 0) return
  events.emit('campaign.cool-down', { campaignId: id, durationMs: coolDownMs })
  await sleep(coolDownMs, undefined, { signal })
}
