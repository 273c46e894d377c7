/**
 * Runs campaigns: preview, start, resume, stop, list. One campaign at a time, with its runs one after another.
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

/** What campaigns depend on. */
export interface CampaignServices {
  readonly validations: Validations
  readonly events: Events
  store(): Store
  /** The model of a deployment, calibrated if the deployment says so. @throws AppError as `offeringOf`. */
  offeringOf(deployment: Deployment, place?: string): Promise<Offering>
  logError(message: string, error: unknown): void
}

export interface Campaigns {
  /** What a campaign would do, as far as it is known. Writes nothing. @throws AppError with all problems. */
  preview(request: CampaignRequest): Promise<CampaignPreview>
  /** Starts a campaign and resolves at once; `campaign.ended` reports its outcome. @throws AppError RUN_ACTIVE */
  start(request: CampaignRequest): Promise<{ campaignId: string }>
  /**
   * Resumes a campaign at its current step.
   * @throws AppError CAMPAIGN_NOT_FOUND, RUN_ACTIVE, INPUT_INVALID if it is done
   */
  resume(campaignId: string): Promise<{ campaignId: string }>
  /** Stops the campaign. Every run that ended is kept. @throws AppError CAMPAIGN_NOT_FOUND */
  abort(campaignId: string): Promise<void>
  /** Newest first. */
  list(): CampaignListEntry[]
  show(campaignId: string): { record: CampaignRecord; summary: CampaignSummary }
  /** The active campaign with its latest events; null if none is active. */
  live(): LiveCampaign | null
  /** @throws AppError RUN_ACTIVE while a campaign is active. */
  assertIdle(): void
  /** Stops the active campaign, if any, and resolves when it has ended. */
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
    throw new AppError(
      'RUN_ACTIVE',
      `Campaign ${active.campaignId} is still running. Only one campaign can run at a time.`,
      {
        remedy: 'Wait for it to end, or stop it.',
      },
    )
  }
  /** Runs the record's campaign. The caller has checked that none is active, and has awaited nothing since. */
  const begin = (record: CampaignRecord) => {
    const controller = new AbortController()
    const { store, validations, events } = services
    const context = { store: store(), validations, events, signal: controller.signal }
    const run = async () => {
      // The call that starts it returns first, because a window ignores events of a campaign that it does not know.
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
      // Steps that were refused before are tried again.
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

/** Follows the events of a campaign: the last step, and the events after it. */
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
