/** Calls about the runs of the workspace. */
import { z } from 'zod'
import { measuredCurvePoint } from './curve-point.ts'
import { importRequest } from './import-request.ts'
import type { IpcCalls } from './ipc-shape.ts'
import { identifier } from './primitives.ts'
import { reportOptions, runReportFormat } from './report-options.ts'
import { runComparison } from './run-comparison.ts'
import { importedRecord, runAnnotation, runListEntry, runRecord } from './run-record.ts'
import { runSeconds } from './run-seconds.ts'
import { sample } from './sample.ts'
import { scenario } from './scenario.ts'

const nothing = z.strictObject({})

/** Calls about recorded runs. */
export const runCalls = {
  'runs.list': { input: nothing, output: z.array(runListEntry) },
  /** `samples` is empty for a run with outputs of tools. */
  'runs.show': {
    input: z.strictObject({ runId: identifier }),
    output: z.strictObject({ run: runRecord, samples: z.array(sample) }),
  },
  /**
   * Returns a run with points for charts instead of its samples, which are large. `seconds` is null without samples.
   */
  'runs.open': {
    input: z.strictObject({ runId: identifier }),
    output: z.strictObject({ run: runRecord, seconds: runSeconds.nullable() }),
  },
  /** Returns runs that differ from a scenario only in the field at `path`. */
  'runs.on-curve': {
    input: z.strictObject({ scenario, path: z.string().min(1) }),
    output: z.array(measuredCurvePoint),
  },
  'runs.compare': {
    input: z.strictObject({
      one: z.array(identifier).min(1),
      other: z.array(identifier).min(1),
      /** Names of runs by id, for the sentences of the answer. A run that is left out is named by its id. */
      names: z.record(identifier, z.string().min(1)).optional(),
    }),
    output: runComparison,
  },
  /** Adds a run that Headroom exported to this workspace, with its samples. */
  'runs.add': {
    input: z.strictObject({ path: z.string().min(1) }),
    /** `unknownFields` lists fields of a later version that this one does not know. They were left out. */
    output: z.strictObject({ runId: identifier, unknownFields: z.array(z.string()) }),
  },
  'runs.import': { input: importRequest, output: importedRecord },
  /** Sorts files into scenarios, runs that Headroom exported, and outputs of other tools. */
  'runs.sort-files': {
    input: z.strictObject({ paths: z.array(z.string().min(1)).min(1).max(1000) }),
    output: z.strictObject({
      exportedRuns: z.array(z.string()),
      scenarios: z.array(z.string()),
      outputs: z.array(z.string()),
    }),
  },
  /** Compares an imported run with the prediction of a scenario. The result replaces an earlier comparison. */
  'runs.lay': { input: z.strictObject({ runId: identifier, scenario }), output: importedRecord },
  'runs.annotate': { input: z.strictObject({ runId: identifier, annotation: runAnnotation }), output: nothing },
  'runs.delete': { input: z.strictObject({ runId: identifier }), output: nothing },
  'report.write': {
    input: z.strictObject({
      runId: identifier,
      formats: z.array(runReportFormat).min(1),
      directory: z.string().min(1),
      options: reportOptions.prefault({}),
    }),
    writes: 'directory',
    output: z.strictObject({ paths: z.array(z.string()) }),
  },
} as const satisfies IpcCalls
