/**
 * A run record: everything about one run but its samples, as the workspace keeps it. run-file.ts has its exported form.
 *
 * Every run has every field; what is not known of it is null.
 */
import { z } from 'zod'
import { environment } from './environment.ts'
import { type Outputs, observations, outputs } from './observations.ts'
import { frozenOffering } from './offering.ts'
import { prediction } from './prediction.ts'
import { preflight } from './preflight.ts'
import { displayName, epochMs, identifier } from './primitives.ts'
import { result } from './result.ts'
import { driver, runPlan } from './run-plan.ts'
import { fleetMember } from './run-share.ts'
import { recordedScenario } from './scenario.ts'
import { targetDescription } from './target.ts'
import { overlay } from './verdict.ts'

/** How a run stands. `partial`: it stopped before its plan ended and what was measured is kept. */
export const runStatus = z.enum(['preparing', 'running', 'complete', 'partial', 'failed'])
export type RunStatus = z.output<typeof runStatus>

/** Why a run ended as it did. */
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

/** What was deleted after the run, and what could not be. */
export const cleanUp = z.strictObject({
  deletedTopics: z.array(z.string()),
  deletedGroups: z.array(z.string()),
  /** Things of the run that are still there, each as a sentence with what to do. */
  leftovers: z.array(z.string()),
})
export type CleanUp = z.output<typeof cleanUp>

const everyRun = {
  kind: z.literal('headroom.run'),
  schemaVersion: z.literal(1),
  id: identifier,
  /** Of an import: when it was imported. */
  createdAtEpochMs: epochMs,
  startedAtEpochMs: epochMs.nullable(),
  endedAtEpochMs: epochMs.nullable(),
  /** `partial` too where an imported output ends before the tool's own summary. */
  status: runStatus,
  endReason: endReason.nullable(),
  /** What happened, in one sentence, where the run did not end by its plan. */
  endDetail: z.string().nullable(),
  /** Null: that of its scenario. */
  name: displayName.nullable(),
  /** Where its figures are from, as "imported from kafka-producer-perf-test"; null: its target. */
  label: z.string().min(1).nullable(),
  environment: environment.nullable(),
  /** Where agents ran the load: each with its share. Left out: the machine itself. */
  agents: z.array(fleetMember).optional(),
  preflight: preflight.nullable(),
  cleanUp: cleanUp.nullable(),
  observations,
  /** What its samples come to; null without samples. */
  result: result.nullable(),
  /** What must be known to read the figures: sentences. */
  notes: z.array(z.string()),
  overlay: overlay.nullable(),
}

/** A run that Headroom made: it is known what it was started with. */
export const measuredRecord = z.strictObject({
  ...everyRun,
  origin: z.literal('measured'),
  /** Whose clients pushed the load. */
  driver,
  /** Frozen: the scenario as run, scaled. */
  scenario: recordedScenario,
  /** Frozen: the offering as it was. */
  offering: frozenOffering,
  target: targetDescription,
  /** Made for this target and scale before the run. */
  prediction,
  plan: runPlan,
})
export type MeasuredRecord = z.output<typeof measuredRecord>

/** A run of another tool: where it went and how is not known. */
export const importedRecord = z.strictObject({
  ...everyRun,
  observations: outputs.extend({ repeats: outputs.shape.repeats.min(1) }),
  origin: z.literal('imported'),
  driver: z.null(),
  /** The scenario that it was laid on, with its frozen offering and prediction; null where none was named. */
  scenario: recordedScenario.nullable(),
  offering: frozenOffering.nullable(),
  target: z.null(),
  prediction: prediction.nullable(),
  plan: z.null(),
})
export type ImportedRecord = z.output<typeof importedRecord>

/** What is not known of a run of another tool, whatever it printed. */
export const notKnownOfImport = {
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

/** A run of a workspace, measured here or imported. */
export const runRecord = z.discriminatedUnion('origin', [measuredRecord, importedRecord])
export type RunRecord = z.output<typeof runRecord>

/** A run whose figures are those that tools printed. */
export type OutputsRun = RunRecord & { readonly observations: Outputs }

/** True where tools printed figures, whoever started them. */
export function hasOutputs(run: RunRecord): run is OutputsRun {
  return run.observations.kind === 'outputs' && run.observations.repeats.length > 0
}

/** What a run is called. */
export function runName({ name, scenario }: Pick<RunRecord, 'name' | 'scenario'>): string {
  return name ?? scenario?.name ?? ''
}

/** Where it ran; of an import, which tool measured it. */
export function runLabel({ label, target }: Pick<RunRecord, 'label' | 'target'>): string {
  return label ?? target?.label ?? ''
}

/** What people say about a run to find it again; it stands beside the record and changes nothing in it. */
export const runAnnotation = z.strictObject({
  /** Words of up to 40 characters, each once. */
  tags: z.array(z.string().regex(/^[^\s,][^,\p{Cc}]{0,39}$/u, 'expected a word of up to 40 characters')).max(20),
  notes: z.string().max(10_000),
})
export type RunAnnotation = z.output<typeof runAnnotation>

/** A run nobody said anything about. */
export const noAnnotation: RunAnnotation = { tags: [], notes: '' }

/** One line of a list of runs. */
export const runListEntry = z.strictObject({
  ...runAnnotation.shape,
  id: identifier,
  createdAtEpochMs: epochMs,
  status: runStatus,
  /** `imported`: its figures are those that tools printed. Left out: samples. */
  origin: z.literal('imported').optional(),
  /** The scenario's name; an imported run's own. */
  scenarioName: z.string(),
  /** Where it ran; for an imported run, which tool measured it. */
  targetLabel: z.string(),
  verdict: overlay.shape.verdict.nullable(),
  /** The overlay's sentence, or why there is none. */
  sentence: z.string(),
})
export type RunListEntry = z.output<typeof runListEntry>
/** What of it follows from the record. */
export type RunLine = Omit<RunListEntry, keyof RunAnnotation>
