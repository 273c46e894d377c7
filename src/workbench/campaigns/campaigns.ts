/**
 * The use case: a campaign's runs, one after another, kept and resumed. One campaign at a time.
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
import { otherModels } from '../../planning/campaign-offerings.ts'
import type { Events } from '../events.ts'
import type { Store } from '../store/store.ts'
import { newRunId } from '../validation/run-id.ts'
import type { Validations } from '../validation/validations.ts'
import { previewCampaign } from './preview-campaign.ts'
import { runCampaign } from './run-campaign.ts'
import { summariseCampaign } from './summarise-campaign.ts'

/** What campaigns work with. */
export interface CampaignServices {
  readonly validations: Validations
  readonly events: Events
  store(): Store
  /** The model of a deployment, calibrated where it says so. @throws AppError as `offeringOf`. */
  offeringOf(deployment: Deployment, place?: string): Promise<Offering>
  logError(message: string, error: unknown): void
}

export interface Campaigns {
  /** What a campaign would do, as far as it is known. Writes nothing. @throws AppError with all that stands in the way. */
  preview(request: CampaignRequest): Promise<CampaignPreview>
  /** Starts one and resolves at once; `campaign.ended` tells how it went. @throws AppError RUN_ACTIVE */
  start(request: CampaignRequest): Promise<{ campaignId: string }>
  /** Goes on at the step it was in. @throws AppError CAMPAIGN_NOT_FOUND, RUN_ACTIVE, INPUT_INVALID where it is done */
  resume(campaignId: string): Promise<{ campaignId: string }>
  /** Stops it; every run that ended is kept. @throws AppError CAMPAIGN_NOT_FOUND */
  abort(campaignId: string): Promise<void>
  /** Newest first. */
  list(): CampaignListEntry[]
  show(campaignId: string): { record: CampaignRecord; summary: CampaignSummary }
  /** The one that goes on and what was told of it last; null where none does. */
  live(): LiveCampaign | null
  /** @throws AppError RUN_ACTIVE while a campaign goes on. */
  assertIdle(): void
  /** Stops what is live and resolves when it has ended. */
  close(): Promise<void>
}

interface ActiveCampaign {
  readonly campaignId: string
  readonly controller: AbortController
  readonly ended: Promise<void>
}

export function createCampaigns(services: CampaignServices): Campaigns {
  let active: ActiveCampaign | null = null
  const told = followSteps(services.events)
  const assertIdle = () => {
    if (active === null) return
    throw new AppError('RUN_ACTIVE', `Campaign ${active.campaignId} is still running. Only one campaign can run at a time.`, {
      remedy: 'Wait for it to end, or stop it.',
    })
  }
  /** Lets the record's campaign run; the caller has made sure that none is live, and awaited nothing since. */
  const begin = (record: CampaignRecord) => {
    const controller = new AbortController()
    const { store, validations, events } = services
    const context = { store: store(), validations, events, signal: controller.signal }
    const run = async () => {
      // Its start is answered first: a window takes no event of a campaign that it does not know.
      await nextTurn()
      const end = await runCampaign(record, context)
      active = null
      if (end.error?.code === 'INTERNAL') services.logError(`Campaign ${record.id} failed.`, end.error)
      events.emit('campaign.ended', { campaignId: record.id, ...end, summary: summariseCampaign(end.record) })
    }
    active = { campaignId: record.id, controller, ended: run() }
    return { campaignId: record.id }
  }
  return {
    preview: (request) => previewCampaign(request, services.validations.preview),
    async start(request) {
      const record = await firstRecord(request, services)
      assertIdle()
      services.store().insertCampaign(record)
      return begin(record)
    },
    async resume(campaignId) {
      assertIdle()
      const stored = services.store().readCampaign(campaignId)
      if (stored.status === 'complete') throw isDone(campaignId)
      // What was refused before is tried again.
      const { notRun: _before, ...claimed } = services.store().claimCampaign(campaignId)
      return begin(claimed)
    },
    async abort(campaignId) {
      if (active?.campaignId !== campaignId) {
        throw new AppError('CAMPAIGN_NOT_FOUND', `Campaign ${campaignId} is not running here.`)
      }
      active.controller.abort()
    },
    list: () => services.store().listCampaigns().map(listEntry),
    show(campaignId) {
      const record = services.store().readCampaign(campaignId)
      return { record, summary: summariseCampaign(record) }
    },
    live: () => (active === null ? null : { campaignId: active.campaignId, told: told() }),
    assertIdle,
    async close() {
      active?.controller.abort()
      await active?.ended
    },
  }
}

/** What a campaign does now, as its events told it: the last step, and what followed it. */
function followSteps(events: Pick<Events, 'on'>): () => LiveCampaign['told'] {
  let told: LiveCampaign['told'] = []
  const after = (last: LiveCampaign['told'][number]) => {
    told = [...told.filter(({ event }) => event === 'campaign.step'), last]
  }
  events.on('campaign.step', (payload) => {
    told = [{ event: 'campaign.step', payload }]
  })
  events.on('campaign.warm-up', (payload) => after({ event: 'campaign.warm-up', payload }))
  events.on('campaign.cool-down', (payload) => after({ event: 'campaign.cool-down', payload }))
  events.on('campaign.ended', () => {
    told = []
  })
  return () => told
}

async function firstRecord(request: CampaignRequest, services: CampaignServices): Promise<CampaignRecord> {
  const { campaign } = request
  const otherOfferings = await Promise.all(otherModels(campaign).map((deployment) => services.offeringOf(deployment)))
  return {
    kind: 'headroom.campaign-record',
    schemaVersion: 1,
    id: newRunId(new Date()),
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

function isDone(campaignId: string): AppError {
  return new AppError('INPUT_INVALID', `Campaign ${campaignId} is complete; there is nothing to resume.`, {
    remedy: `See its results with: headroom campaigns show ${campaignId}`,
  })
}

function listEntry({ id, createdAtEpochMs, status, request, target, results }: CampaignRecord): CampaignListEntry {
  const { campaign } = request
  const targetLabel =
    target?.label ?? (request.target.kind === 'connection' ? request.target.connection.name : request.target.kind)
  return { id, createdAtEpochMs, status, name: campaign.name, targetLabel, runs: results.length }
}
