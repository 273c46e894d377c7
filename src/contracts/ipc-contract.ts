/**
 * What renderer and workbench say to each other: one value from which types, handlers and run-time checks derive.
 *
 * Requests and answers are `ipcRequest` and `ipcAnswer`; events are `ipcEvent`. They travel on a MessagePort that main
 * hands out and never reads.
 */
import { z } from 'zod'
import { agentAddress, agentHealth } from './agent.ts'
import { appErrorData } from './app-error.ts'
import { brokenFile } from './broken-file.ts'
import { calibration } from './calibration.ts'
import { stepResult } from './campaign.ts'
import {
  campaignListEntry,
  campaignPreview,
  campaignRecord,
  campaignRequest,
  campaignSummary,
} from './campaign-record.ts'
import { clientCeiling } from './client-ceiling.ts'
import { connection } from './connection.ts'
import { importColumn } from './import-columns.ts'
import { importedRun } from './imported-run.ts'
import { offering } from './offering.ts'
import { prediction } from './prediction.ts'
import { preflight } from './preflight.ts'
import { displayName, fraction, identifier, nonNegative, positive, positiveCount } from './primitives.ts'
import { documentFormat, reportFormat, reportOptions, runReportFormat } from './report-options.ts'
import { runComparison } from './run-comparison.ts'
import { driver, prometheusUrl, runPlanSummary } from './run-plan.ts'
import { runAnnotation, runListEntry, runRecord, shownRun } from './run-record.ts'
import { agentFleet } from './run-share.ts'
import { scenario } from './scenario.ts'
import { setupStatus } from './setup-status.ts'
import { targetDescription } from './target.ts'
import { targetChoice } from './target-choice.ts'

/** What a person asks for when starting a validation. */
export const validationRequest = z.strictObject({
  scenario,
  target: targetChoice,
  /** Left out: the scenario's, else found by a 20 s trial (embedded targets only). */
  scale: positive.optional(),
  /** Left out: the scenario's, else 110 s. */
  durationMs: positive.optional(),
  /** Factor on the embedded quotas alone, the prediction untouched: shows that the method can say no. */
  quotaFactor: positive.optional(),
  /** Quota window of the embedded brokers. Left out: Kafka's own 11 s. */
  quotaWindowSeconds: positive.optional(),
  /** Agents that run the load, on a cluster that all of them reach. Left out: this machine. */
  agents: agentFleet.optional(),
  /** True where embedded brokers get no quotas: then a run is about this machine, not about the deployment. */
  isUnlimited: z.boolean().optional(),
  /** Left out: node-rdkafka. */
  driver: driver.optional(),
  /** True: the scenario's topics are on the cluster and are used as they are. Left out: the run makes its own. */
  usesExistingTopics: z.literal(true).optional(),
  /** An endpoint that tells of the brokers in Prometheus' text format. Left out: none. */
  prometheusUrl: prometheusUrl.optional(),
})
export type ValidationRequest = z.output<typeof validationRequest>

/** What a validation would do: shown before anything is written. */
export const validationPreview = z.strictObject({
  target: targetDescription,
  summary: runPlanSummary,
  prediction,
  /** What this machine can offer of the plan, from an earlier probe; left out where there was none. */
  clientCeiling: clientCeiling.optional(),
})
export type ValidationPreview = z.output<typeof validationPreview>

/** One second of a live run, ready to be drawn. */
export const livePoint = z.strictObject({
  runId: identifier,
  second: nonNegative,
  offeredWireBytesPerSec: nonNegative,
  ingressWireBytesPerSec: nonNegative,
  egressWireBytesPerSec: nonNegative,
  recordsPerSec: nonNegative,
  throttleMs: nonNegative,
  responseP99Us: nonNegative.nullable(),
  lagRecords: nonNegative.nullable(),
})
export type LivePoint = z.output<typeof livePoint>

/** How far a validation is. */
export const validationPhase = z.enum([
  'preparing',
  'trial',
  'preflight',
  'burn-in',
  'measuring',
  'draining',
  'cleaning-up',
  'ended',
])
export const validationProgress = z.strictObject({
  runId: identifier,
  phase: validationPhase,
  message: z.string(),
  fraction: fraction.nullable(),
  /** Time left of the whole validation; null where not known. */
  leftMs: nonNegative.nullable(),
})
export type ValidationProgress = z.output<typeof validationProgress>

/** Where a connection is read from: a file, or text that a person pasted. */
export const connectionSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), path: z.string().min(1) }),
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
])
export type ConnectionSource = z.output<typeof connectionSource>

/** A connection that was read, and what the user should know about it, each as a sentence. */
export const openedConnection = z.strictObject({ connection, notes: z.array(z.string()) })
export type OpenedConnection = z.output<typeof openedConnection>

/** What there is to predict with, and the files of the workspace that cannot be used. */
export const modelList = z.strictObject({
  offerings: z.array(offering),
  calibrations: z.array(calibration),
  broken: z.array(brokenFile),
})
export type ModelList = z.output<typeof modelList>

const nothing = z.strictObject({})
const campaignCall = z.strictObject({ campaignId: identifier })

/** What a person asks for when importing what other tools measured. */
export const importRequest = z.strictObject({
  /** Outputs of one benchmark: its clients are summed. */
  paths: z.array(z.string().min(1)).min(1).max(1000),
  /** Lay it on the prediction of this scenario: the benchmark ran on its deployment. */
  scenario: scenario.optional(),
  /** Left out: the scenario's name, else the tools and the first file. */
  name: displayName.optional(),
  /** The files are repeats of one benchmark: each folder is one; where all lie in one folder, each file. */
  areRepeats: z.boolean().optional(),
  /** Columns of CSV files: a file in which no tool is recognised is read as one. */
  columns: z.array(importColumn).max(20).optional(),
})
export type ImportRequest = z.output<typeof importRequest>

/** Calls of the renderer, answered by the workbench. */
export const calls = {
  'app.describe': {
    input: nothing,
    output: z.strictObject({ headroomVersion: z.string(), workspacePath: z.string() }),
  },
  'examples.list': {
    input: nothing,
    output: z.array(z.strictObject({ fileName: z.string(), scenario })),
  },
  'models.list': { input: nothing, output: modelList },
  /** Fits parameters of a model to runs of the workspace and keeps them under a name. */
  'models.calibrate': {
    input: z.strictObject({
      model: identifier,
      name: z.string(),
      runIds: z.array(identifier).min(1),
      /** Left out: those that the runs follow. */
      parameterIds: z.array(z.string().min(1)).min(1).optional(),
    }),
    output: calibration,
  },
  'calibration.report': {
    input: z.strictObject({
      name: z.string(),
      formats: z.array(documentFormat).min(1),
      directory: z.string().min(1),
      options: reportOptions.prefault({}),
    }),
    output: z.strictObject({ paths: z.array(z.string()) }),
  },
  'calibrations.delete': { input: z.strictObject({ name: z.string() }), output: nothing },
  'draft.load': { input: nothing, output: z.strictObject({ text: z.string().nullable() }) },
  'draft.save': { input: z.strictObject({ text: z.string().max(5_000_000) }), output: nothing },
  'scenario.read': { input: z.strictObject({ path: z.string().min(1) }), output: scenario },
  'scenario.write': { input: z.strictObject({ path: z.string().min(1), scenario }), output: nothing },
  /** Secrets in what is opened stay with the workbench: the connection refers to them by name. */
  'connection.open': { input: connectionSource, output: openedConnection },
  /** How agents answer now; their token is the secret `agent-token`. */
  'agents.check': {
    input: z.strictObject({ agents: z.array(agentAddress).min(1).max(200) }),
    output: z.strictObject({ agents: z.array(agentHealth) }),
  },
  'setup.status': { input: nothing, output: setupStatus },
  'setup.prepare': { input: nothing, output: nothing },
  'validation.preview': { input: validationRequest, output: validationPreview },
  'validation.start': { input: validationRequest, output: z.strictObject({ runId: identifier }) },
  'validation.abort': { input: z.strictObject({ runId: identifier }), output: nothing },
  'campaign.preview': { input: campaignRequest, output: campaignPreview },
  'campaign.start': { input: campaignRequest, output: z.strictObject({ campaignId: identifier }) },
  'campaign.resume': { input: campaignCall, output: z.strictObject({ campaignId: identifier }) },
  'campaign.abort': { input: campaignCall, output: nothing },
  'campaigns.list': { input: nothing, output: z.array(campaignListEntry) },
  'campaigns.show': {
    input: campaignCall,
    output: z.strictObject({ record: campaignRecord, summary: campaignSummary }),
  },
  'campaign.report': {
    input: z.strictObject({
      campaignId: identifier,
      formats: z.array(reportFormat).min(1),
      directory: z.string().min(1),
      options: reportOptions.prefault({}),
    }),
    output: z.strictObject({ paths: z.array(z.string()) }),
  },
  'runs.list': { input: nothing, output: z.array(runListEntry) },
  'runs.show': { input: z.strictObject({ runId: identifier }), output: shownRun },
  'runs.compare': {
    input: z.strictObject({ one: z.array(identifier).min(1), other: z.array(identifier).min(1) }),
    output: runComparison,
  },
  /** A run that Headroom exported, with its samples, into this workspace. */
  'runs.add': {
    input: z.strictObject({ path: z.string().min(1) }),
    /** `unknownFields`: what a later version wrote and this one left out. */
    output: z.strictObject({ runId: identifier, unknownFields: z.array(z.string()) }),
  },
  'runs.import': { input: importRequest, output: importedRun },
  'runs.annotate': { input: z.strictObject({ runId: identifier, annotation: runAnnotation }), output: nothing },
  'runs.delete': { input: z.strictObject({ runId: identifier }), output: nothing },
  'sizing.report': {
    input: z.strictObject({
      scenario,
      formats: z.array(documentFormat).min(1),
      directory: z.string().min(1),
      options: reportOptions.prefault({}),
    }),
    output: z.strictObject({ paths: z.array(z.string()) }),
  },
  'report.write': {
    input: z.strictObject({
      runId: identifier,
      formats: z.array(runReportFormat).min(1),
      directory: z.string().min(1),
      options: reportOptions.prefault({}),
    }),
    output: z.strictObject({ paths: z.array(z.string()) }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>

/** Events from the workbench to the renderer. */
export const events = {
  'setup.changed': setupStatus,
  'validation.target': z.strictObject({ runId: identifier, preview: validationPreview }),
  'validation.progress': validationProgress,
  'validation.preflight': z.strictObject({ runId: identifier, preflight }),
  'validation.point': livePoint,
  'validation.notice': z.strictObject({ runId: identifier, message: z.string() }),
  'validation.ended': z.strictObject({
    runId: identifier,
    record: runRecord.nullable(),
    /** In place of the record, where the driver was kafka-perf-test. */
    importedRun: importedRun.optional(),
    error: appErrorData.nullable(),
  }),
  /** A run of a campaign is about to be prepared. `position` counts from 1; `mostRuns` is where it ends at the latest. */
  'campaign.step': z.strictObject({
    campaignId: identifier,
    label: z.string(),
    repeat: positiveCount,
    repeats: positiveCount,
    position: positiveCount,
    mostRuns: positiveCount,
  }),
  /** A run that warms the cluster up is about to be prepared. */
  'campaign.warm-up': z.strictObject({ campaignId: identifier, run: positiveCount, mostRuns: positiveCount }),
  /** Quiet time before the next run. */
  'campaign.cool-down': z.strictObject({ campaignId: identifier, durationMs: nonNegative }),
  'campaign.step-ended': z.strictObject({ campaignId: identifier, result: stepResult }),
  'campaign.ended': z.strictObject({
    campaignId: identifier,
    record: campaignRecord,
    summary: campaignSummary,
    error: appErrorData.nullable(),
  }),
} as const satisfies Record<string, z.ZodType>

export type CallName = keyof typeof calls
export type CallInput<K extends CallName> = z.input<(typeof calls)[K]['input']>
export type CallOutput<K extends CallName> = z.output<(typeof calls)[K]['output']>
export type EventName = keyof typeof events
export type EventPayload<K extends EventName> = z.output<(typeof events)[K]>

/** What the workbench implements. */
export type Handlers = {
  readonly [K in CallName]: (input: z.output<(typeof calls)[K]['input']>) => Promise<CallOutput<K>>
}

/** A request on the port. */
export const ipcRequest = z.strictObject({
  type: z.literal('request'),
  id: z.int(),
  call: z.enum(Object.keys(calls) as [CallName, ...CallName[]]),
  input: z.unknown(),
})

/** The answer to it. */
export const ipcAnswer = z.discriminatedUnion('ok', [
  z.strictObject({ type: z.literal('answer'), id: z.int(), ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ type: z.literal('answer'), id: z.int(), ok: z.literal(false), error: appErrorData }),
])

/** An event on the port. */
export const ipcEvent = z.strictObject({
  type: z.literal('event'),
  event: z.enum(Object.keys(events) as [EventName, ...EventName[]]),
  payload: z.unknown(),
})
