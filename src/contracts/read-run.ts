/**
 * Reads runs that any version of Headroom wrote. docs/result.md says what each version guarantees.
 */
import { counted } from '../units/count.ts'
import { AppError, type ErrorCode } from './app-error.ts'
import type { Parsed, Schema } from './parse.ts'
import { predictionSchemaVersion } from './prediction.ts'
import { checkTolerantly } from './tolerant-parse.ts'

/**
 * Paths of the parts of a run that have a version of their own, and the newest version of each that this Headroom
 * reads.
 */
const versionedParts: readonly { readonly path: readonly string[]; readonly newest: number }[] = [
  { path: [], newest: 1 },
  { path: ['scenario'], newest: 1 },
  { path: ['offering'], newest: 1 },
  { path: ['prediction'], newest: predictionSchemaVersion },
  { path: ['plan'], newest: 1 },
  { path: ['result'], newest: 1 },
]

/** Maximum number of problems in an error. More would hardly help the user. */
const maxProblems = 20

/** The schema of the value to read, and how to report a failure. */
export type RunReading<S extends Schema> = {
  readonly schema: S
  /** Subject of the error message: "The run file headroom-x7.json". */
  readonly what: string
  /** Error code for a value that is not a run. */
  readonly code: ErrorCode
  /** Error code for a value that a newer version wrote. */
  readonly newerCode: ErrorCode
  readonly remedy: string
}

/** A run without the fields that this version does not know. `unknownFields` lists these fields. */
export type ReadRun<T> = { readonly run: T; readonly unknownFields: readonly string[] }

/**
 * Reads a run that any version wrote. Fields that a later version added are left out and listed.
 * @throws AppError `newerCode` if a part of the run has a version that this Headroom does not know, `code` with all
 * problems if the value is not a run
 */
export function readRun<S extends Schema>(value: unknown, reading: RunReading<S>): ReadRun<Parsed<S>> {
  const { what, newerCode, schema } = reading
  refuseNewer(value, what, newerCode)
  const outcome = checkTolerantly(schema, value)
  if (outcome.ok) return { run: outcome.value, unknownFields: outcome.unknownFields }
  const count = counted(outcome.problems.length, 'problem')
  const writer = writtenBy(value) === '' ? '' : `, written by Headroom${writtenBy(value)},`
  throw new AppError(reading.code, `${what}${writer} has ${count}.`, {
    problems: outcome.problems.slice(0, maxProblems),
    remedy: reading.remedy,
  })
}

/**
 * @throws AppError `code` if a part of the run has a version that this Headroom does not know. The message begins with
 * `what`.
 */
export function refuseNewer(value: unknown, what: string, code: ErrorCode): void {
  const newer = newerVersionOf(value)
  if (newer !== null) {
    throw new AppError(
      code,
      `${what} was written by a newer Headroom${writtenBy(value)}: ${newer.part} has version ${newer.version}, and this Headroom reads version ${newer.newest}.`,
      { remedy: 'Open it with the Headroom that wrote it, or update this one. Nothing was changed.' },
    )
  }
}

/** Returns the field `kind` of a file; null if the file has none. */
export function kindOf(value: unknown): string | null {
  const kind = fieldOf(value, 'kind')
  return typeof kind === 'string' ? kind : null
}

function newerVersionOf(
  value: unknown,
): { readonly part: string; readonly version: number; readonly newest: number } | null {
  for (const { path, newest } of versionedParts) {
    const part = path.reduce<unknown>(fieldOf, value)
    const version = fieldOf(part, 'schemaVersion')
    if (typeof version === 'number' && version > newest) {
      return { part: path.length === 0 ? 'its run record' : `its ${path.join('.')}`, version, newest }
    }
  }
  return null
}

/** Returns the version of Headroom in the run's environment with a leading space: " 0.2.0". Empty if there is none. */
function writtenBy(value: unknown): string {
  const version = fieldOf(fieldOf(value, 'environment'), 'headroomVersion')
  return typeof version === 'string' ? ` ${version.slice(0, 40)}` : ''
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
