/**
 * Reads rows: JSON texts as checked values, and the owners of rows.
 */
import { AppError, type Problem, type RemedyAction } from '../../contracts/app-error.ts'
import { check, type Parsed, type Schema } from '../../contracts/parse.ts'
import { refuseNewer } from '../../contracts/read-run.ts'
import { runFile } from '../../contracts/run-file.ts'
import { runOfFile } from '../../contracts/run-file-conversion.ts'
import { type RunRecord, runRecord } from '../../contracts/run-record.ts'
import { checkTolerantly } from '../../contracts/tolerant-parse.ts'
import type { Row } from './database.ts'
import { isAlive } from './process-identity.ts'

/** True if the process that wrote the row still runs. */
export function isOwnerAlive(row: Row): boolean {
  return isAlive({ pid: Number(row.owner_pid), startedAt: String(row.owner_started_at) })
}

/** The object of a JSON text; an empty object if it is not one, so that the schema refuses it. */
export function objectOf(text: unknown): object {
  const value = fromJson(text)
  return typeof value === 'object' && value !== null ? value : {}
}

/** The value of a JSON text; undefined if it is invalid, so that the schema refuses it. */
export function fromJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

/** @throws AppError STORE_UNUSABLE with the name of the record. */
export function parseStored<S extends Schema>(schema: S, value: unknown, what: string, remedy: string): Parsed<S> {
  const outcome = check(schema, value)
  if (outcome.ok) return outcome.value
  throw damaged(what, outcome.problems, remedy)
}

/**
 * The run of a row. Versions of the workspace up to 5 stored runs in the form of run files.
 * @throws AppError STORE_UNUSABLE or STORE_NEWER with the name of the record.
 */
export function parseRunRow(value: object, what: string): RunRecord {
  return 'observations' in value ? parseRunPart(runRecord, value, what) : runOfFile(parseRunPart(runFile, value, what))
}

/**
 * A run, a part of it or its list entry, written by any version. Fields that a later version added are left out.
 * @throws AppError STORE_UNUSABLE or STORE_NEWER with the name of the record.
 */
export function parseRunPart<S extends Schema>(schema: S, value: unknown, what: string): Parsed<S> {
  refuseNewer(value, `In the workspace, ${what}`, 'STORE_NEWER')
  const outcome = checkTolerantly(schema, value)
  if (outcome.ok) return outcome.value
  throw damaged(what, outcome.problems, 'Delete that run', { command: 'headroom runs delete RUN', view: 'Runs' })
}

function damaged(what: string, problems: readonly Problem[], remedy: string, action?: RemedyAction): AppError {
  return new AppError('STORE_UNUSABLE', `The workspace holds a damaged record: ${what}.`, {
    problems: problems.slice(0, 20),
    remedy,
    ...(action === undefined ? {} : { action }),
  })
}
