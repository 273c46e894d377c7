/**
 * Previews, starts, resumes, stops and lists campaigns. One campaign runs at a time, and its runs one after another.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../contracts/app-error.ts'
import type {
  CampaignListEntry,
  CampaignPreview,
  CampaignRecord,
  CampaignRequest,
  CampaignSummary,
} from '../../contracts/campaign-record.ts'
import type { LiveCampaign } from '../../contracts/ipc-campaigns.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Deployment } from '../../contracts/scenario.ts'
import { otherDeployments } from '../../planning/campaign-offerings.ts'
import type { Events } from '../events.ts'
import { createJobSlot, type JobSlot } from '../job-slot.ts'
import type { Store } from '../store/store.ts'
import { newRecordId } from '../validation/record-id.ts'
import type { Validations } from '../validation/validations.ts'
import { previewCampaign } from './preview-campaign.ts'
import { runCampaign } from './run-campaign.ts'
import { summariseCampaign } from './summarise-campaign.ts'

/** Services that campaigns use. */
export interface CampaignServices {
  readonly validations: Validations
  readonly events: Events
  store(): Store
  /**
   * Returns the model of a deployment, with the calibration that the deployment names.
   * @param place place of the deployment in the request, for errors
   * @throws AppError OFFERING_INVALID or INPUT_INVALID
   */
  offeringOf(deployment: Deployment, place?: string): Promise<Offering>
  logError(message: string, error: unknown): void
}

/** The campaigns of a workspace. Only one can be active at a time. */
export interface Campaigns {
  /** Previews the steps that are known before the first run. Writes nothing. @throws AppError with all problems */
  preview(request: CampaignRequest): Promise<CampaignPreview>
  /**
   * Reads the models, stores the campaign and starts it, without waiting for a run. `campaign.ended` reports the
   * outcome.
   * @throws AppError RUN_ACTIVE, OFFERING_INVALID or INPUT_INVALID
   */
  start(request: CampaignRequest): Promise<{ campaignId: string }>
  /**
   * Resumes a campaign at the first step that has no result, without waiting for a run.
   * @throws AppError CAMPAIGN_NOT_FOUND, RUN_ACTIVE, or INPUT_INVALID if the campaign is complete
   */
  resume(campaignId: string): Promise<{ campaignId: string }>
  /** Stops the campaign. Runs that ended are kept. @throws AppError CAMPAIGN_NOT_FOUND if it is not active here */
  abort(campaignId: string): Promise<void>
  /** Lists the campaigns of the workspace, newest first. */
  list(): CampaignListEntry[]
  /** @throws AppError CAMPAIGN_NOT_FOUND */
  show(campaignId: string): { record: CampaignRecord; summary: CampaignSummary }
  /** Returns the active campaign with its latest events; null if none is active. */
  live(): LiveCampaign | null
  /** @throws AppError RUN_ACTIVE while a campaign is active */
  assertIdle(): void
  /** Stops the active campaign, if there is one, and resolves after it has ended. */
  close(): Promise<void>
}

/** Creates access to the campaigns of the workspace. */
export function createCampaigns(services: CampaignServices): Campaigns {
  const slot = createJobSlot(campaignActive)
  const latestEvents = followEvents(services.events)
  return {
    preview: (request) => previewCampaign(request, services.validations.preview),
    async start(request) {
      const record = await newCampaignRecord(request, services)
      slot.assertIdle()
      services.store().insertCampaign(record)
      return begin(record, slot, services)
    },
    async resume(campaignId) {
      slot.assertIdle()
      const stored = services.store().readCampaign(campaignId)
      if (stored.status === 'complete') throw alreadyCompleteError(campaignId)
      // Steps that the target refused before are tried again.
      const { notRun: _refusedBefore, ...claimed } = services.store().claimCampaign(campaignId)
      return begin(claimed, slot, services)
    },
    async abort(campaignId) {
      if (slot.abort(campaignId)) return
      throw new AppError('CAMPAIGN_NOT_FOUND', `Campaign ${campaignId} is not running here.`)
    },
    list: () => services.store().listCampaigns().map(listEntry),
    show(campaignId) {
      const record = services.store().readCampaign(campaignId)
      return { record, summary: summariseCampaign(record) }
    },
    live() {
      const campaignId = slot.activeId()
      return campaignId === null ? null : { campaignId, latestEvents: latestEvents() }
    },
    assertIdle: slot.assertIdle,
    close: slot.close,
  }
}

/**
 * Starts the campaign of a record, without waiting for a run. The caller calls `assertIdle` before it stores the record, and
 * awaits nothing in between.
 */
function begin(record: CampaignRecord, slot: JobSlot, services: CampaignServices): { campaignId: string } {
  const { validations, events, logError } = services
  const store = services.store()
  const { signal, end: release } = slot.occupy(record.id)
  const context = { store, validations, events, signal }
  const run = async () => {
    // Waits one turn, so the caller has the id before the first event. Windows ignore events of unknown campaigns.
    await nextTurn()
    const end = await runCampaign(record, context)
    release()
    if (end.error?.code === 'INTERNAL') logError(`Campaign ${record.id} failed.`, end.error)
    events.emit('campaign.ended', { campaignId: record.id, ...end, summary: summariseCampaign(end.record) })
  }
  void run()
  return { campaignId: record.id }
}

function campaignActive(activeId: string): AppError {
  return new AppError('RUN_ACTIVE', `Campaign ${activeId} is still running. Only one campaign can run at a time.`, {
    remedy: 'Wait for it to end, or stop it.',
  })
}

/**
 * Listens to the events of the active campaign. The returned function gives its last step and, if there was one, the
 * latest warm-up or cool-down after that step.
 */
function followEvents(events: Pick<Events, 'on'>): () => LiveCampaign['latestEvents'] {
  let latestEvents: LiveCampaign['latestEvents'] = []
  const setEventAfterStep = (latest: LiveCampaign['latestEvents'][number]) => {
    latestEvents = [...latestEvents.filter(({ event }) => event === 'campaign.step'), latest]
  }
  events.on('campaign.step', (payload) => {
    latestEvents = [{ event: 'campaign.step', payload }]
  })
  events.on('campaign.warm-up', (payload) => setEventAfterStep({ event: 'campaign.warm-up', payload }))
  events.on('campaign.cool-down', (payload) => setEventAfterStep({ event: 'campaign.cool-down', payload }))
  events.on('campaign.ended', () => {
    latestEvents = []
  })
  return () => latestEvents
}

async function newCampaignRecord(request: CampaignRequest, services: CampaignServices): Promise<CampaignRecord> {
  const { campaign } = request
  const otherOfferings = await Promise.all(
    otherDeployments(campaign).map((deployment) => services.offeringOf(deployment)),
  )
  return {
    kind: 'headroom.campaign-record',
    schemaVersion: 1,
    id: newRecordId(new Date()),
    createdAtEpochMs: Date.now(),
    endedAtEpochMs: null,
    status: 'running',
    endDetail: null,
    request,
    offering: await services.offeringOf(campaign.scenario.deployment, 'scenario.deployment'),
    ...(otherOfferings.length === 0 ? {} : { otherOfferings }),
    target: null,
    results: [],
  }
}

function alreadyCompleteError(campaignId: string): AppError {
  return new AppError('INPUT_INVALID', `Campaign ${campaignId} is complete; there is nothing to resume.`, {
    remedy: 'See its results',
    action: { command: `headroom campaigns show ${campaignId}`, view: 'Benchmarks' },
  })
}

function listEntry({ id, createdAtEpochMs, status, request, target, results }: CampaignRecord): CampaignListEntry {
  const { campaign } = request
  const targetLabel =
    target?.label ?? (request.target.kind === 'connection' ? request.target.connection.name : request.target.kind)
  return { id, createdAtEpochMs, status, name: campaign.name, targetLabel, runs: results.length }
}
