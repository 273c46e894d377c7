/**
 * A run record: everything about one run, in one object, as kept in the workspace and exported as JSON.
 */
import { z } from 'zod'
import { environment } from './environment.ts'
import { importedRun } from './imported-run.ts'
import { frozenOffering } from './offering.ts'
import { prediction } from './prediction.ts'
import { preflight } from './preflight.ts'
import { epochMs, identifier } from './primitives.ts'
import { result } from './result.ts'
import { runPlan } from './run-plan.ts'
import { fleetMember } from './run-share.ts'
import { sample } from './sample.ts'
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

/** Everything about one run except its samples. */
export const runRecord = z.strictObject({
  kind: z.literal('headroom.run'),
  schemaVersion: z.literal(1),
  /** Left out or `measured`: by Headroom itself. */
  origin: z.literal('measured').optional(),
  id: identifier,
  createdAtEpochMs: epochMs,
  startedAtEpochMs: epochMs.nullable(),
  endedAtEpochMs: epochMs.nullable(),
  status: runStatus,
  endReason: endReason.nullable(),
  /** What happened, in one sentence, where the run did not end by its plan. */
  endDetail: z.string().nullable(),
  /** Frozen: the scenario as run, scaled. */
  scenario: recordedScenario,
  /** Frozen: the offering as it was. */
  offering: frozenOffering,
  target: targetDescription,
  /** Made for this target and scale before the run. */
  prediction,
  plan: runPlan,
  environment: environment.nullable(),
  /** Where agents ran the load: each with its share. Left out: the machine itself. */
  agents: z.array(fleetMember).optional(),
  preflight: preflight.nullable(),
  cleanUp: cleanUp.nullable(),
  result: result.nullable(),
  overlay: overlay.nullable(),
})
export type RunRecord = z.output<typeof runRecord>

/** A run with its samples: the file that is exported and imported. */
export const runExport = z.strictObject({ ...runRecord.shape, samples: z.array(sample) })
export type RunExport = z.output<typeof runExport>

/** Any run of a workspace: measured by Headroom, or imported from another tool. */
export const storedRun = z.discriminatedUnion('origin', [runRecord, importedRun])
export type StoredRun = z.output<typeof storedRun>

/** Any run as it is shown: a measured one with its samples. */
export const shownRun = z.discriminatedUnion('origin', [runExport, importedRun])
export type ShownRun = z.output<typeof shownRun>

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
  /** Left out: measured by Headroom. */
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
