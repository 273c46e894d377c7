/**
 * A campaign: its request, its preview, its record and its summary.
 */
import { z } from 'zod'
import { benchmarkTable } from './benchmark.ts'
import { campaign, stepNotRun, stepResult } from './campaign.ts'
import { figureBands, figureIntervals, figures } from './figures.ts'
import { offering } from './offering.ts'
import { displayName, epochMs, identifier, nonNegative, positive, positiveCount } from './primitives.ts'
import { limiter } from './result.ts'
import { runDurationMs, runQuotaWindowSeconds, runScale } from './run-bounds.ts'
import { prometheusLogin, prometheusUrl, runPlanSummary } from './run-plan.ts'
import { agentFleet } from './run-share.ts'
import { targetDescription } from './target.ts'
import { targetChoice } from './target-choice.ts'
import { verdictKind } from './verdict.ts'

/** A request to start a campaign. */
export const campaignRequest = z.strictObject({
  campaign,
  target: targetChoice,
  /** One scale for all steps. Left out: the scenario's scale; without one, a trial finds it (embedded targets only). */
  scale: runScale.optional(),
  /** Duration of each run's load. Left out: the scenario's duration, or ten quota windows if it has none. */
  durationMs: runDurationMs.optional(),
  /** Quota window of the embedded brokers. Left out: Kafka's own 11 s. */
  quotaWindowSeconds: runQuotaWindowSeconds.optional(),
  /** An endpoint with metrics of the brokers in Prometheus' text format, read in every run. Left out: none. */
  prometheusUrl: prometheusUrl.optional(),
  /** Credentials for the endpoint. Left out: none are sent. */
  prometheusLogin: prometheusLogin.optional(),
  /** Agents that run every step, on a cluster that all of them reach. Left out: this machine. */
  agents: agentFleet.optional(),
})
export type CampaignRequest = z.output<typeof campaignRequest>

/** A preview of a campaign, with the steps that are known before the first result. */
export const campaignPreview = z.strictObject({
  /** The properties that the targets of all steps share. */
  target: targetDescription,
  /** Every configuration that is known before the start; for a saturation search its two ends. */
  steps: z
    .array(
      z.strictObject({
        stepId: identifier,
        label: displayName,
        offered: figures,
        expected: figureBands,
        summary: runPlanSummary,
      }),
    )
    .min(1),
  /** How runs differ from the scenario, and which are too short for a verdict. Each sentence is listed once. */
  notes: z.array(z.strictObject({ text: z.string().min(1), stepLabels: z.array(displayName).min(1) })),
  runs: positiveCount,
  /** True if results may end the campaign with fewer runs. */
  isAtMost: z.boolean(),
  /** The maximum of wire bytes that all runs can write, before replication. */
  writtenWireBytes: positive,
  /** Estimated duration of all runs, with preparation and cool-downs. */
  durationMs: positive,
})
export type CampaignPreview = z.output<typeof campaignPreview>

/**
 * Status of a campaign. A `stopped` or `failed` campaign can be resumed at the step that was running. An `incomplete`
 * campaign has tried every step, and some could not be run. If it is resumed, those are tried again.
 */
export const campaignStatus = z.enum(['running', 'complete', 'incomplete', 'stopped', 'failed'])

/** Everything about a campaign except its runs, which are run records. */
export const campaignRecord = z.strictObject({
  kind: z.literal('headroom.campaign-record'),
  schemaVersion: z.literal(1),
  id: identifier,
  createdAtEpochMs: epochMs,
  endedAtEpochMs: epochMs.nullable(),
  status: campaignStatus,
  /** One sentence that says what happened; null if the campaign is complete or running. */
  endDetail: z.string().nullable(),
  /** Never changes, except that the target and the scale of the first run are filled in as soon as they are known. */
  request: campaignRequest,
  /** Copy of the offering as it was when the campaign started. */
  offering,
  /**
   * Copies of the offerings of steps whose deployment names another offering, or another calibration. Left out: none,
   * or an earlier version, which kept none.
   */
  otherOfferings: z.array(offering).min(1).optional(),
  /**
   * The properties that the targets of all runs share. `brokers` and `quotas` are null if they differ. Null before the
   * first run.
   */
  target: targetDescription.nullable(),
  /**
   * How a warm-up ended: the first one that failed (its runs did not agree, or the cluster was restarted); if none failed,
   * the latest. Left out: no warm-up.
   */
  warmUp: z.strictObject({ runs: positiveCount, isWarm: z.boolean() }).optional(),
  /** In the order in which the runs ended. */
  results: z.array(stepResult),
  /** Steps that could not be run since the campaign was started or last resumed. Left out: none. */
  notRun: z.array(stepNotRun).optional(),
})
export type CampaignRecord = z.output<typeof campaignRecord>

/** The JSON of a campaign's report: its record, and the summary by the version of Headroom that wrote it. */
export const campaignExport = campaignRecord.extend({ summary: z.unknown().optional() })

/** The runs of one step, summarised. */
export const stepSummary = z.strictObject({
  stepId: identifier,
  label: displayName,
  runIds: z.array(identifier).min(1),
  offered: figures,
  expected: figureBands,
  /** With two or more runs: their mean and its 95 % interval between runs. With one run: its own interval. */
  measured: figureIntervals,
  /** False if a run had no steady window and counts with its whole load. */
  isSteady: z.boolean(),
  /** (highest run - lowest run) / mean of ingress, wire; null with one run. */
  relativeSpread: nonNegative.nullable(),
  /** By the majority of the repetitions; null while some are missing. */
  isSustained: z.boolean().nullable(),
  /** The verdict of all runs; `mixed` if they differ. */
  verdict: z.union([verdictKind, z.literal('mixed')]).nullable(),
  /** The most frequent limiter of the runs. */
  limiter,
  /** Mean of the runs. */
  responseP99Us: nonNegative.nullable(),
})
export type StepSummary = z.output<typeof stepSummary>

/** The highest sustained rate: acked / offered >= 0.995 and no growing backlog. */
export const saturation = z.strictObject({
  stepId: identifier,
  loadFactor: positive,
  /** The lowest factor above `loadFactor` that was not sustained; null if none was tried. */
  nextFactor: positive.nullable(),
  offered: figures,
  measured: figureIntervals,
  runs: positiveCount,
  sentence: z.string().min(1),
})
export type Saturation = z.output<typeof saturation>

/** The findings of a campaign. */
export const campaignSummary = z.strictObject({
  steps: z.array(stepSummary),
  saturation: saturation.nullable(),
  /** Reasons to doubt the figures, as sentences. */
  doubts: z.array(z.string()),
  /** The benchmark's table: measured, predicted and published side by side. Left out: no benchmark. */
  benchmark: benchmarkTable.optional(),
  /** The answer in one sentence. */
  sentence: z.string().min(1),
})
export type CampaignSummary = z.output<typeof campaignSummary>

/** One line of a list of campaigns. */
export const campaignListEntry = z.strictObject({
  id: identifier,
  createdAtEpochMs: epochMs,
  status: campaignStatus,
  name: displayName,
  targetLabel: z.string(),
  runs: z.int().min(0),
})
export type CampaignListEntry = z.output<typeof campaignListEntry>
