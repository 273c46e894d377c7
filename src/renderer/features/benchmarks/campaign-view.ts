/**
 * The state of the campaign that the benchmarks view shows. Events update a live campaign; an ended one is opened from the
 * workspace. Pure.
 */
import type { AppErrorData } from '../../../contracts/app-error.ts'
import { campaignStepText } from '../../../contracts/campaign-notes.ts'
import type { CampaignRecord, CampaignSummary } from '../../../contracts/campaign-record.ts'
import type { LiveCampaign } from '../../../contracts/ipc-campaigns.ts'
import type { EventName, EventPayload } from '../../../contracts/ipc-contract.ts'
import type { LivePoint, ValidationProgress } from '../../../contracts/validation-progress.ts'
import { formatDuration } from '../../../units/duration.ts'
import { formatRecordRate } from '../../../units/record-rate.ts'

/** The shown campaign. */
export interface CampaignView {
  readonly campaignId: string
  readonly isLive: boolean
  /** True after the user stopped the campaign, until it has ended. */
  readonly isAborting: boolean
  /** The record and its summary so far; null until they are loaded. */
  readonly results: { readonly record: CampaignRecord; readonly summary: CampaignSummary } | null
  /** Describes the current run, warm-up or cool-down. */
  readonly doing: string
  /** Ended runs / maximum number of runs; null before the first step. */
  readonly fraction: number | null
  readonly progress: ValidationProgress | null
  readonly lastPoint: LivePoint | null
  readonly error: AppErrorData | null
}

type Followed = Extract<EventName, `campaign.${string}`> | 'validation.progress' | 'validation.point'

/** An event that changes a live campaign. */
export type CampaignEvent = { [K in Followed]: { readonly event: K; readonly payload: EventPayload<K> } }[Followed]

/** The state of a campaign that was just started or resumed. */
export function startedCampaign(campaignId: string, results: CampaignView['results'] = null): CampaignView {
  return {
    ...{ campaignId, results, isLive: true, isAborting: false, doing: 'Preparing the first run', fraction: null },
    ...{ progress: null, lastPoint: null, error: null },
  }
}

/** The state of a campaign that was already live when the page was loaded. */
export function rejoinedCampaign({ campaignId, latestEvents }: LiveCampaign): CampaignView {
  return latestEvents.reduce<CampaignView>(followCampaign, startedCampaign(campaignId))
}

/** The state of a campaign from the workspace. */
export function openedCampaign(results: NonNullable<CampaignView['results']>): CampaignView {
  return { ...startedCampaign(results.record.id, results), isLive: false, doing: '' }
}

/** The state after an event. Events of other campaigns are ignored. An ended campaign does not change. */
export function followCampaign(view: CampaignView, { event, payload }: CampaignEvent): CampaignView {
  if (!view.isLive) return view
  if ('campaignId' in payload && payload.campaignId !== view.campaignId) return view
  switch (event) {
    case 'campaign.step': {
      const { position, mostRuns } = payload
      return { ...view, ...noRun, doing: campaignStepText(payload), fraction: (position - 1) / mostRuns }
    }
    case 'campaign.warm-up':
      return { ...view, ...noRun, doing: `Warm-up run ${payload.run} of at most ${payload.mostRuns} (does not count)` }
    case 'campaign.cool-down':
      return { ...view, ...noRun, doing: `Cool-down of ${formatDuration(payload.durationMs)} before the next run` }
    case 'campaign.step-not-run':
    case 'campaign.step-ended':
      return { ...view, ...noRun }
    case 'campaign.ended': {
      const { record, summary, error } = payload
      // No error is shown for an aborted or an incomplete campaign: its summary says what happened to the steps.
      const isExpectedEnd = error === null || error.code === 'ABORTED' || record.status === 'incomplete'
      return { ...openedCampaign({ record, summary }), error: isExpectedEnd ? null : error }
    }
    case 'validation.progress':
      return { ...view, progress: payload }
    case 'validation.point':
      return { ...view, lastPoint: payload }
  }
}

/** The text below the progress bar: what the current run does, and at which rate it writes. */
export function nowText({ progress, lastPoint }: CampaignView): string {
  const writes = lastPoint === null ? [] : [`${formatRecordRate(lastPoint.recordsPerSec)} written`]
  return [...(progress === null ? [] : [progress.message]), ...writes].join(' · ')
}

/** The fields of the current run, between two runs. */
const noRun = { progress: null, lastPoint: null } as const
