/**
 * The form of a run in files and printed JSON, which docs/result.md describes. Workspaces up to version 5 stored it
 * too. A run with samples and a run with outputs of tools have different fields in this form. In the program both are
 * run records.
 */
import { z } from 'zod'
import { importedClient, importedFile, knownFigures, knownIntervals } from './imported-run.ts'
import { frozenOffering } from './offering.ts'
import { prediction } from './prediction.ts'
import { count, displayName } from './primitives.ts'
import { runPlan } from './run-plan.ts'
import { measuredRecord } from './run-record.ts'
import { sample } from './sample.ts'
import { recordedScenario } from './scenario.ts'
import { targetDescription } from './target.ts'
import { overlay } from './verdict.ts'

const { kind, schemaVersion, id, createdAtEpochMs, startedAtEpochMs, endedAtEpochMs, status, endReason, endDetail } =
  measuredRecord.shape
const { environment, agents, preflight, cleanUp, result } = measuredRecord.shape

/** A run that Headroom made and observed second by second. */
export const measuredRunFile = z.strictObject({
  kind,
  schemaVersion,
  /** `measured` or left out: Headroom made the run. */
  origin: z.literal('measured').optional(),
  id,
  createdAtEpochMs,
  startedAtEpochMs,
  endedAtEpochMs,
  status,
  endReason,
  endDetail,
  /** Copy of the scenario as it was run, scaled. */
  scenario: recordedScenario,
  /** Copy of the offering at the time of the run. */
  offering: frozenOffering,
  target: targetDescription,
  /** Prediction for this target and scale, made before the run. */
  prediction,
  plan: runPlan,
  environment,
  agents,
  preflight,
  cleanUp,
  result,
  overlay: overlay.nullable(),
})
export type MeasuredRunFile = z.output<typeof measuredRunFile>

/** A run with its samples, as it is exported and added to a workspace. */
export const runExport = z.strictObject({ ...measuredRunFile.shape, samples: z.array(sample) })
export type RunExport = z.output<typeof runExport>

/** A run whose figures come from outputs of tools. Fields that a measured run also has mean the same. */
export const importedRunFile = z.strictObject({
  kind,
  schemaVersion,
  origin: z.literal('imported'),
  id,
  /** When it was imported. */
  createdAtEpochMs,
  /** `partial` if an output ends before the tool's own summary. */
  status: z.enum(['complete', 'partial']),
  name: displayName,
  /** Where its figures come from, in one line for the user: "imported from kafka-producer-perf-test". */
  label: z.string().min(1),
  files: z.array(importedFile).min(1),
  /** One entry per repetition of the benchmark, each with its clients. */
  repeats: z.array(z.strictObject({ parts: z.array(importedClient).min(1), figures: knownFigures })).min(1),
  /** Sums over the clients; with several repetitions their mean. */
  figures: knownFigures,
  /** By Student's t over repetitions; null if there are too few. */
  intervals: knownIntervals.nullable(),
  /** Present if Headroom ran the tools itself, by a run plan; left out if files were imported. */
  driven: z
    .strictObject({
      plan: runPlan,
      target: targetDescription,
      /** Version of the tools and their Java, as "Apache Kafka 4.3.1 on Java 17.0.15". */
      toolVersion: z.string().min(1),
      /** Number of whole quota windows over which the figures are averaged; 0: the figures are the tools' own totals. */
      windows: count,
    })
    .optional(),
  /** What a reader must know to interpret the figures: full sentences. */
  notes: z.array(z.string()),
  /** The scenario with which the run was compared, and copies of its offering and prediction; null if none was given. */
  scenario: recordedScenario.nullable(),
  offering: frozenOffering.nullable(),
  prediction: prediction.nullable(),
  overlay: overlay.nullable(),
})
export type ImportedRunFile = z.output<typeof importedRunFile>

/** A run without its samples. */
export const runFile = z.discriminatedUnion('origin', [measuredRunFile, importedRunFile])
export type RunFile = z.output<typeof runFile>

/** A run with its samples, if it has some. */
export const exportedRun = z.discriminatedUnion('origin', [runExport, importedRunFile])
export type ExportedRun = z.output<typeof exportedRun>
