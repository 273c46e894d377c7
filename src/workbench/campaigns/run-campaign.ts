/**
 * Runs a campaign from its next step to its last. Every kind of campaign uses this loop.
 */
import type { CampaignStep } from '../../contracts/campaign.ts'
import type { CampaignRecord } from '../../contracts/campaign-record.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { offeringOfStep } from '../../planning/campaign-offerings.ts'
import type { ClusterOf } from '../../planning/cluster-order.ts'
import { nextStep } from '../../planning/next-step.ts'
import { clusterKeyOf } from '../validation/draft-validation.ts'
import { type CampaignEnd, closeAborted, closeAfterLastStep, closeFailed } from './campaign-end.ts'
import { validationOf } from './preview-campaign.ts'
import { type CampaignContext, coolDown, measureStep, type StepContext, warmUpFor } from './run-step.ts'
import { sharedTarget } from './shared-target.ts'
import { StepRefused, stepsNotRun } from './step-refusal.ts'
import { isSameCluster, type WarmUpEnd } from './warm-up.ts'

/** Runs the remaining steps and stores every result as soon as its run ends. Never rejects. */
export async function runCampaign(first: CampaignRecord, context: CampaignContext): Promise<CampaignEnd> {
  const state: CampaignState = { record: first, warmCluster: null, warmUpEnd: null, isSecondTry: false }
  const session = context.validations.openSession()
  try {
    await runSteps(state, { ...context, session })
    return closeAfterLastStep(state.record, context.store)
  } catch (error) {
    const { store, signal } = context
    return signal.aborted ? closeAborted(state.record, store) : closeFailed(state.record, store, error)
  } finally {
    await session.close()
  }
}

/** The state of a running campaign. `record` is always the latest version, also if a step throws. */
interface CampaignState {
  record: CampaignRecord
  /** The key of the warm cluster; null if none is warm. */
  warmCluster: string | null
  /** The end of the last warm-up; null if the campaign has none. */
  warmUpEnd: WarmUpEnd | null
  /** True if the last run did not count because its cluster was cold. */
  isSecondTry: boolean
}

/** Runs steps until none is left. */
async function runSteps(state: CampaignState, context: StepContext): Promise<void> {
  const { validations, signal } = context
  const clusterOf = (scenario: Scenario) =>
    clusterKeyOf(validationOf(state.record.request, scenario), offeringOfStep(state.record, scenario))
  const next = () => stepAfter(state.record, clusterOf)
  if (next() === null) return
  // All steps use one scale. It is found with the scenario at its full load, because a small step of a ladder would not
  // show what the machine can do.
  const scenario = state.record.request.campaign.scenario
  const scale = await validations.findScale(validationOf(state.record.request, scenario), signal)
  if (state.record.request.target.kind !== 'connection') {
    updateRecord(state, { request: { ...state.record.request, scale } }, context)
  }
  for (let step = next(); step !== null; step = next()) {
    signal.throwIfAborted()
    const cluster = clusterOf(step.scenario)
    try {
      const counts = await warmUpAndMeasure(state, { step, cluster }, context)
      if (!counts || next() !== null) await coolDown(state.record, context)
    } catch (error) {
      if (signal.aborted || !(error instanceof StepRefused)) throw error
      // A cluster may have been started for the refused step, so the warm one is gone.
      if (cluster !== state.warmCluster) state.warmCluster = null
      recordRefusal(state, { step, refusal: error }, context)
    }
  }
}

/** Stores a new version of the record. */
function updateRecord(state: CampaignState, part: Partial<CampaignRecord>, { store }: StepContext): void {
  state.record = { ...state.record, ...part }
  store.updateCampaign(state.record)
}

/**
 * Runs one step on a warm cluster and stores its result. Returns false if the run does not count: the warm cluster was
 * gone, so the run used a fresh one. Such a run is repeated once; a second cold run counts, and the record says that the
 * cluster was not warm.
 */
async function warmUpAndMeasure(
  state: CampaignState,
  { step, cluster }: { readonly step: CampaignStep; readonly cluster: string },
  context: StepContext,
): Promise<boolean> {
  if (cluster !== state.warmCluster) {
    state.warmUpEnd = await warmUpFor(state.record, step, context)
    if (state.warmUpEnd !== null) updateRecord(state, warmUpPart(state.record, state.warmUpEnd), context)
  }
  state.warmCluster = cluster
  const { run, result } = await measureStep(state.record, step, context)
  const { warmUpEnd } = state
  if (warmUpEnd !== null && !isSameCluster(warmUpEnd.last, run)) {
    state.warmCluster = null
    if (!state.isSecondTry) {
      state.isSecondTry = true
      return false
    }
    updateRecord(state, warmUpPart(state.record, { ...warmUpEnd, isWarm: false }), context)
  }
  state.isSecondTry = false
  context.store.addCampaignResult(state.record.id, result)
  const results = [...state.record.results, result]
  updateRecord(state, { ...targetPart(state.record, run), results }, context)
  context.events.emit('campaign.step-ended', { campaignId: state.record.id, result })
  return true
}

/** Records the refused step, and all steps that cannot be run without it. */
function recordRefusal(
  state: CampaignState,
  { step, refusal }: { readonly step: CampaignStep; readonly refusal: StepRefused },
  context: StepContext,
): void {
  const added = stepsNotRun(state.record, step, refusal)
  updateRecord(state, { notRun: [...(state.record.notRun ?? []), ...added] }, context)
  for (const notRun of added) context.events.emit('campaign.step-not-run', { campaignId: state.record.id, notRun })
}

function stepAfter({ request, results, notRun = [] }: CampaignRecord, clusterOf: ClusterOf): CampaignStep | null {
  return nextStep(request.campaign, results, { notRun: notRun.map(({ stepId }) => stepId), clusterOf })
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
