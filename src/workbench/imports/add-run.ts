/**
 * Adds a run that Headroom exported, from any workspace and any version.
 */
import { AppError } from '../../contracts/app-error.ts'
import { problemsError } from '../../contracts/parse.ts'
import { kindOf, readRun } from '../../contracts/read-run.ts'
import { exportedRun } from '../../contracts/run-file.ts'
import { runOfFile, runOfMeasuredFile } from '../../contracts/run-file-conversion.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import { readJsonValue } from '../files/read-json-file.ts'
import type { Store } from '../store/store.ts'
import { oversizedHistograms } from './oversized-histograms.ts'
import { disagreementsOf } from './recomputed-run.ts'

const remedy = 'Export the run again as JSON.'

/** The outcome of adding a run. */
export interface AddedRun {
  readonly runId: string
  /** Places of fields that only a later version knows. They were left out. */
  readonly unknownFields: string[]
}

/**
 * Adds an exported run to the workspace under its own id, a measured run with its samples.
 * @throws AppError FILE_UNREADABLE, or INPUT_INVALID if the file has problems or was written by a newer version, if the
 * run's numbers do not match its samples, or if the workspace has the run already
 */
export async function addRun(path: string, store: Pick<Store, 'addRun'>): Promise<AddedRun> {
  const value = await readJsonValue(path, { noun: 'run file', code: 'INPUT_INVALID', hasSamples: true })
  if (kindOf(value) !== 'headroom.run') {
    throw new AppError('INPUT_INVALID', `${path} is not a run that Headroom exported.`, {
      remedy: 'Give the JSON file of a run’s report. Import what other tools printed',
      action: { command: 'headroom import FILE', view: 'Runs' },
    })
  }
  const { run: file, unknownFields } = readRun(value, {
    schema: exportedRun,
    what: `The run file ${path}`,
    code: 'INPUT_INVALID',
    newerCode: 'INPUT_INVALID',
    remedy,
  })
  const problems = oversizedHistograms(file)
  if (problems.length > 0)
    throw problemsError(problems, { code: 'INPUT_INVALID', what: `The run file ${path}`, remedy })
  if (file.origin === 'imported') store.addRun(runOfFile(file), [])
  else {
    const { samples, ...record } = file
    const run = runOfMeasuredFile(record)
    refuseDisagreements(run, samples, path)
    store.addRun(run, samples)
  }
  return { runId: file.id, unknownFields: [...unknownFields] }
}

/** @throws AppError INPUT_INVALID with each number of the result that the samples do not give */
function refuseDisagreements(run: MeasuredRecord, samples: readonly Sample[], path: string): void {
  const problems = disagreementsOf(run, samples)
  if (problems.length === 0) return
  throw problemsError(problems, {
    code: 'INPUT_INVALID',
    what: `The result in ${path} does not match its samples: it`,
    remedy,
  })
}
