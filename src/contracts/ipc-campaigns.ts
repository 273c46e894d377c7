/** Calls and events of campaigns. */
import { z } from 'zod'
import { appErrorData } from './app-error.ts'
import { campaign, stepNotRun, stepResult } from './campaign.ts'
import {
  campaignListEntry,
  campaignPreview,
  campaignRecord,
  campaignRequest,
  campaignSummary,
} from './campaign-record.ts'
import type { IpcCalls, IpcEvents } from './ipc-shape.ts'
import { identifier, nonNegative, positiveCount } from './primitives.ts'
import { reportFormat, reportOptions } from './report-options.ts'

const nothing = z.strictObject({})
const campaignCall = z.strictObject({ campaignId: identifier })
/** Formats, folder and options of a campaign's report. */
const reportOrder = z.strictObject({
  formats: z.array(reportFormat).min(1),
  directory: z.string().min(1),
  options: reportOptions.prefault({}),
})

/** Events of the campaign that is running. */
export const campaignEvents = {
  /**
   * A run of a campaign is about to be prepared. `position` counts from 1; `mostRuns` is the maximum number of runs.
   */
  'campaign.step': z.strictObject({
    campaignId: identifier,
    label: z.string(),
    repeat: positiveCount,
    repeats: positiveCount,
    isClimb: z.boolean(),
    position: positiveCount,
    mostRuns: positiveCount,
  }),
  /** A run that warms the cluster up is about to be prepared. */
  'campaign.warm-up': z.strictObject({ campaignId: identifier, run: positiveCount, mostRuns: positiveCount }),
  /** Quiet time before the next run. */
  'campaign.cool-down': z.strictObject({ campaignId: identifier, durationMs: nonNegative }),
  /** The target refused a step. The campaign continues with the other steps. */
  'campaign.step-not-run': z.strictObject({ campaignId: identifier, notRun: stepNotRun }),
  'campaign.step-ended': z.strictObject({ campaignId: identifier, result: stepResult }),
  'campaign.ended': z.strictObject({
    campaignId: identifier,
    record: campaignRecord,
    summary: campaignSummary,
    error: appErrorData.nullable(),
  }),
} as const satisfies IpcEvents

/** The campaign that is running, and its current activity. `campaigns.show` returns its results so far. */
const liveCampaign = z.strictObject({
  campaignId: identifier,
  /** The event of the last step and, if there was one, the latest warm-up or cool-down after it. */
  latestEvents: z.array(
    z.discriminatedUnion('event', [
      z.strictObject({ event: z.literal('campaign.step'), payload: campaignEvents['campaign.step'] }),
      z.strictObject({ event: z.literal('campaign.warm-up'), payload: campaignEvents['campaign.warm-up'] }),
      z.strictObject({ event: z.literal('campaign.cool-down'), payload: campaignEvents['campaign.cool-down'] }),
    ]),
  ),
})
export type LiveCampaign = z.output<typeof liveCampaign>

/** Calls about campaigns and benchmarks. */
export const campaignCalls = {
  /** The published benchmarks that come with Headroom, each as the campaign that runs all of it. */
  'benchmarks.list': { input: nothing, output: z.array(campaign) },
  'campaign.preview': { input: campaignRequest, output: campaignPreview },
  'campaign.start': { input: campaignRequest, output: z.strictObject({ campaignId: identifier }) },
  'campaign.resume': { input: campaignCall, output: z.strictObject({ campaignId: identifier }) },
  /** The campaign that is running, for a window that was reloaded; null if none is. */
  'campaign.live': { input: nothing, output: z.strictObject({ campaign: liveCampaign.nullable() }) },
  'campaign.abort': { input: campaignCall, output: nothing },
  'campaigns.list': { input: nothing, output: z.array(campaignListEntry) },
  'campaigns.show': {
    input: campaignCall,
    output: z.strictObject({ record: campaignRecord, summary: campaignSummary }),
  },
  'campaign.report': {
    input: reportOrder.extend({ campaignId: identifier }),
    writes: 'directory',
    output: z.strictObject({ paths: z.array(z.string()) }),
  },
  /** Writes the report of a record in the JSON of another report. The campaign may be of any workspace. */
  'campaign.report-file': {
    input: reportOrder.extend({ path: z.string().min(1) }),
    writes: 'directory',
    output: z.strictObject({ campaignId: identifier, paths: z.array(z.string()) }),
  },
} as const satisfies IpcCalls
