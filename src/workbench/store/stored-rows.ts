/**
 * Reads rows of the database: checks JSON texts against schemas, and finds out whether the owner of a row is alive.
 */
import { AppError, type Problem, type RemedyAction } from '../../contracts/app-error.ts'
import { refuseNewerVersion } from '../../contracts/newer-version.ts'
import { check, type Parsed, type Schema } from '../../contracts/parse.ts'
import { refuseNewer } from '../../contracts/read-run.ts'
import { runFile } from '../../contracts/run-file.ts'
import { runOfFile } from '../../contracts/run-file-conversion.ts'
import { type RunRecord, runRecord } from '../../contracts/run-record.ts'
import { checkTolerantly } from '../../contracts/tolerant-parse.ts'
import type { Row } from './database.ts'
import { isAlive } from './process-identity.ts'

/** True if the process that owns the row still runs. */
export function isOwnerAlive(row: Row): boolean {
  return isAlive({ pid: Number(row.owner_pid), startedAt: String(row.owner_started_at) })
}

/** Parses a JSON object. Returns an empty object for any other text, which the schema then refuses. */
export function objectOf(text: unknown): object {
  const value = fromJson(text)
  return typeof value === 'object' && value !== null ? value : {}
}

/** Parses a JSON text. Returns undefined if it is invalid, which the schema then refuses. */
export function fromJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

/**
 * Checks a stored value. `what` names the record in the error.
 * @throws AppError STORE_NEWER if a newer Headroom stored it, or STORE_UNUSABLE
 */
export function parseStored<S extends Schema>(schema: S, value: unknown, what: string, remedy: string): Parsed<S> {
  refuseNewerVersion(value, `In the workspace, ${what}`, 'STORE_NEWER')
  const outcome = check(schema, value)
  if (outcome.ok) return outcome.value
  throw damagedRecord(what, outcome.problems, remedy)
}

/**
 * Reads the run of a row. Versions of the workspace up to 5 stored runs in the form of run files.
 * @throws AppError STORE_UNUSABLE or STORE_NEWER with the name of the record
 */
export function parseRunRow(value: object, what: string): RunRecord {
  return 'observations' in value ? parseRunPart(runRecord, value, what) : runOfFile(parseRunPart(runFile, value, what))
}

/**
 * Reads a run, a part of it or its list entry, written by any version. Fields that a later version added are left out.
 * @throws AppError STORE_UNUSABLE or STORE_NEWER with the name of the record
 */
export function parseRunPart<S extends Schema>(schema: S, value: unknown, what: string): Parsed<S> {
  refuseNewer(value, `In the workspace, ${what}`, 'STORE_NEWER')
  const outcome = checkTolerantly(schema, value)
  if (outcome.ok) return outcome.value
  throw damagedRecord(what, outcome.problems, 'Delete that run', { command: 'headroom runs delete RUN', view: 'Runs' })
}

function damagedRecord(what: string, problems: readonly Problem[], remedy: string, action?: RemedyAction): AppError {
  return new AppError('STORE_UNUSABLE', `The workspace holds a damaged record: ${what}.`, {
    problems: problems.slice(0, 20),
    remedy,
    ...(action === undefined ? {} : { action }),
  })
}
