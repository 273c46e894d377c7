/**
 * A run record: everything about one run except its samples, in the form that the workspace stores. run-file.ts has the
 * form of exported files.
 *
 * Every run has all fields; a field is null if its value is not known.
 */
import { z } from 'zod'
import { environment } from './environment.ts'
import { frozenOffering } from './offering.ts'
import { prediction } from './prediction.ts'
import { preflight } from './preflight.ts'
import { displayName, epochMs, identifier } from './primitives.ts'
import { result } from './result.ts'
import { driver, runPlan } from './run-plan.ts'
import { fleetMember } from './run-share.ts'
import { type Outputs, observations, outputs } from './samples-or-outputs.ts'
import { recordedScenario } from './scenario.ts'
import { targetDescription } from './target.ts'
import { overlay } from './verdict.ts'

/** State of a run. `partial`: it stopped before its plan ended, and the measurements so far are kept. */
export const runStatus = z.enum(['preparing', 'running', 'complete', 'partial', 'failed'])
export type RunStatus = z.output<typeof runStatus>

/** Why a run ended. */
export const endReason = z.enum([
  'plan-complete',
  'user-abort',
  'controller-lost',
  'runner-exited',
  'worker-crashed',
  'broker-lost',
  'agent-lost',
  'prepare-failed',
  'app-killed',
])
export type EndReason = z.output<typeof endReason>

/** What was deleted after the run, and what could not be deleted. */
export const cleanUp = z.strictObject({
  deletedTopics: z.array(z.string()),
  deletedGroups: z.array(z.string()),
  /** Sentences on what the run could not delete and what to do about it. */
  leftovers: z.array(z.string()),
})
export type CleanUp = z.output<typeof cleanUp>

const everyRun = {
  kind: z.literal('headroom.run'),
  schemaVersion: z.literal(1),
  id: identifier,
  /** For an import, the time at which it was imported. */
  createdAtEpochMs: epochMs,
  startedAtEpochMs: epochMs.nullable(),
  endedAtEpochMs: epochMs.nullable(),
  /** Also `partial` if an imported output ends before the tool's own summary. */
  status: runStatus,
  endReason: endReason.nullable(),
  /** One sentence that says what happened, if the run did not end as planned; null otherwise. */
  endDetail: z.string().nullable(),
  /** Name of the run; null stands for the name of its scenario. */
  name: displayName.nullable(),
  /**
   * Where its figures come from, for example "imported from kafka-producer-perf-test"; null stands for the label of its
   * target.
   */
  label: z.string().min(1).nullable(),
  environment: environment.nullable(),
  /** The agents that ran the load, each with its share. Left out: this machine ran it. */
  agents: z.array(fleetMember).optional(),
  preflight: preflight.nullable(),
  cleanUp: cleanUp.nullable(),
  observations,
  /** Result computed from its samples; null without samples. */
  result: result.nullable(),
  /** Full sentences that a reader needs to interpret the figures. */
  notes: z.array(z.string()),
  overlay: overlay.nullable(),
}

/** A run that Headroom carried out, so its scenario, target and plan are known. */
export const measuredRecord = z.strictObject({
  ...everyRun,
  origin: z.literal('measured'),
  /** The driver whose clients produced the load. */
  driver,
  /** Copy of the scenario as it was run, scaled. */
  scenario: recordedScenario,
  /** Copy of the offering at the time of the run. */
  offering: frozenOffering,
  target: targetDescription,
  /** Prediction for this target and scale, made before the run. */
  prediction,
  plan: runPlan,
})
export type MeasuredRecord = z.output<typeof measuredRecord>

/** A run of another tool: its target and plan are not known. */
export const importedRecord = z.strictObject({
  ...everyRun,
  observations: outputs.extend({ repeats: outputs.shape.repeats.min(1) }),
  origin: z.literal('imported'),
  driver: z.null(),
  /** The scenario that it was compared with, and copies of its offering and prediction; null if none was given. */
  scenario: recordedScenario.nullable(),
  offering: frozenOffering.nullable(),
  target: z.null(),
  prediction: prediction.nullable(),
  plan: z.null(),
})
export type ImportedRecord = z.output<typeof importedRecord>

/** The fixed fields of an imported run. Null: never known for a run of another tool. */
export const fixedFieldsOfImport = {
  kind: 'headroom.run',
  schemaVersion: 1,
  origin: 'imported',
  driver: null,
  target: null,
  plan: null,
  startedAtEpochMs: null,
  endedAtEpochMs: null,
  endReason: null,
  endDetail: null,
  environment: null,
  preflight: null,
  cleanUp: null,
  result: null,
} as const

/** A run in a workspace, measured or imported. */
export const runRecord = z.discriminatedUnion('origin', [measuredRecord, importedRecord])
export type RunRecord = z.output<typeof runRecord>

/** A run whose figures come from outputs of tools. */
export type OutputsRun = RunRecord & { readonly observations: Outputs }

/** True if the figures of the run come from outputs of tools, whether Headroom or the user started the tools. */
export function hasOutputs(run: RunRecord): run is OutputsRun {
  return run.observations.kind === 'outputs' && run.observations.repeats.length > 0
}

/** Returns the name of a run: its own, or the name of its scenario. */
export function runName({ name, scenario }: Pick<RunRecord, 'name' | 'scenario'>): string {
  return name ?? scenario?.name ?? ''
}

/** Returns the label of a run: its target or, for an import, the tool that measured it. */
export function runLabel({ label, target }: Pick<RunRecord, 'label' | 'target'>): string {
  return label ?? target?.label ?? ''
}

/** The user's tags and notes on a run. They are stored beside the record, which they do not change. */
export const runAnnotation = z.strictObject({
  /** Words of up to 40 characters, without repetition. */
  tags: z.array(z.string().regex(/^[^\s,][^,\p{Cc}]{0,39}$/u, 'expected a word of up to 40 characters')).max(20),
  notes: z.string().max(10_000),
})
export type RunAnnotation = z.output<typeof runAnnotation>

/** The annotation of a run without any notes. */
export const noAnnotation: RunAnnotation = { tags: [], notes: '' }

/** One line of a list of runs. */
export const runListEntry = z.strictObject({
  ...runAnnotation.shape,
  id: identifier,
  createdAtEpochMs: epochMs,
  status: runStatus,
  /** `imported`: the figures are those that tools printed. Left out: they come from samples. */
  origin: z.literal('imported').optional(),
  /** The user stopped it before anything was measured. Left out: it measured, or something else ended it. */
  isStopped: z.literal(true).optional(),
  /** Name of the scenario; for an imported run, its own name. */
  scenarioName: z.string(),
  /** Where it ran; for an imported run, which tool measured it. */
  targetLabel: z.string(),
  verdict: overlay.shape.verdict.nullable(),
  /** The reason of the verdict, or the reason why there is no verdict. */
  sentence: z.string(),
})
export type RunListEntry = z.output<typeof runListEntry>
/** The fields of a list entry that follow from the record. */
export type RunLine = Omit<RunListEntry, keyof RunAnnotation>
