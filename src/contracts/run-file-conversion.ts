/**
 * Converts run records to and from the form of files.
 */

import type { ExportedRun, ImportedRunFile, MeasuredRunFile, RunFile } from './run-file.ts'
import {
  fixedFieldsOfImport,
  hasOutputs,
  type MeasuredRecord,
  type OutputsRun,
  type RunRecord,
  runLabel,
  runName,
} from './run-record.ts'
import type { Sample } from './sample.ts'
import { noOutputs } from './samples-or-outputs.ts'

/**
 * Converts a run to the form of a file, without samples. A run whose tools printed nothing is written as a measured run
 * without a result.
 */
export function fileOfRun(run: RunRecord): RunFile {
  return hasOutputs(run) ? importedFileOf(run) : measuredFileOf(run)
}

/** Converts a run to the form of an exported file, with samples if it has some. */
export function exportOfRun(run: RunRecord, samples: readonly Sample[]): ExportedRun {
  return hasOutputs(run) ? importedFileOf(run) : { ...measuredFileOf(run), samples: [...samples] }
}

/** Converts a run with samples. The fields are in the order of the file. */
export function measuredFileOf(run: MeasuredRecord): MeasuredRunFile {
  const { kind, schemaVersion, id, createdAtEpochMs, startedAtEpochMs, endedAtEpochMs } = run
  const { status, endReason, endDetail, scenario, offering, target, prediction, plan } = run
  const { environment, agents, preflight, cleanUp, result, overlay } = run
  return {
    ...{ kind, schemaVersion, id, createdAtEpochMs, startedAtEpochMs, endedAtEpochMs, status, endReason, endDetail },
    ...{ scenario, offering, target, prediction, plan, environment },
    ...(agents === undefined ? {} : { agents }),
    ...{ preflight, cleanUp, result, overlay },
  }
}

/** Converts a run whose figures come from outputs of tools. */
export function importedFileOf(run: OutputsRun): ImportedRunFile {
  const { kind, schemaVersion, id, createdAtEpochMs, notes, scenario, offering, prediction, overlay } = run
  const { files, repeats, figures, intervals, windows, toolVersion } = run.observations
  const driven =
    run.origin === 'measured'
      ? { plan: run.plan, target: run.target, toolVersion: toolVersion ?? 'unknown', windows: windows ?? 0 }
      : undefined
  return {
    ...{ kind, schemaVersion, origin: 'imported', id, createdAtEpochMs },
    ...{ status: run.status === 'complete' ? 'complete' : 'partial', name: runName(run), label: runLabel(run) },
    ...{ files, repeats, figures, intervals },
    ...(driven === undefined ? {} : { driven }),
    ...{ notes, scenario, offering, prediction, overlay },
  }
}

/** Returns the run of a file of either form. */
export function runOfFile(file: RunFile): RunRecord {
  return file.origin === 'imported' ? runOfImportedFile(file) : runOfMeasuredFile(file)
}

/** Returns the run of a file with samples, or of a file of a run whose tools printed nothing. */
export function runOfMeasuredFile({ origin: _measured, ...file }: MeasuredRunFile): MeasuredRecord {
  const driver = file.plan.driver ?? 'node-rdkafka'
  return {
    ...file,
    origin: 'measured',
    driver,
    name: null,
    label: null,
    notes: [],
    observations: driver === 'node-rdkafka' ? { kind: 'samples' } : noOutputs,
  }
}

/** Returns the run of a file whose figures come from outputs of tools. */
export function runOfImportedFile(file: ImportedRunFile): OutputsRun {
  const { files, repeats, figures, intervals, driven, origin: _imported, ...rest } = file
  const windows = driven?.windows ?? null
  const toolVersion = driven?.toolVersion ?? null
  const run = {
    ...fixedFieldsOfImport,
    ...rest,
    observations: { kind: 'outputs' as const, files, repeats, figures, intervals, windows, toolVersion },
  }
  const { scenario, offering, prediction } = rest
  // A run that followed a plan of Headroom is always compared with its own scenario.
  if (driven === undefined || scenario === null || offering === null || prediction === null) {
    return run
  }
  const { plan, target } = driven
  const driver = plan.driver ?? 'kafka-perf-test'
  return { ...run, scenario, offering, prediction, origin: 'measured', driver, target, plan }
}
