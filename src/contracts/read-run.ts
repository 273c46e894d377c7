/**
 * Reading runs that any version of Headroom wrote: docs/result.md says what a version promises.
 */
import { AppError, type ErrorCode } from './app-error.ts'
import type { Parsed, Schema } from './parse.ts'
import { predictionSchemaVersion } from './prediction.ts'
import { checkTolerantly } from './tolerant-parse.ts'

/** Parts of a run that carry a version of their own, by their path, and the newest that this Headroom reads. */
const versionedParts: readonly { readonly path: readonly string[]; readonly newest: number }[] = [
  { path: [], newest: 1 },
  { path: ['scenario'], newest: 1 },
  { path: ['offering'], newest: 1 },
  { path: ['prediction'], newest: predictionSchemaVersion },
  { path: ['plan'], newest: 1 },
  { path: ['result'], newest: 1 },
]

/** More problems than these say nothing new. */
const mostProblems = 20

/** What is read, and how a failure is told. */
export type RunReading<S extends Schema> = {
  readonly schema: S
  /** The place, as a sentence begins: "The run file headroom-x7.json". */
  readonly what: string
  /** Code of what no version can read. */
  readonly code: ErrorCode
  /** Code of what a newer version wrote. */
  readonly newerCode: ErrorCode
  readonly remedy: string
}

/** A run as far as this version knows it. */
export type ReadRun<T> = { readonly run: T; readonly unknownFields: readonly string[] }

/**
 * A run that any version wrote; fields that a later one added are left out and named.
 * @throws AppError `newerCode` where a part of it has a version that is not known here, `code` with every problem where
 * it is no run
 */
export function readRun<S extends Schema>(value: unknown, reading: RunReading<S>): ReadRun<Parsed<S>> {
  const { what, newerCode, schema } = reading
  refuseNewer(value, what, newerCode)
  const outcome = checkTolerantly(schema, value)
  if (outcome.ok) return { run: outcome.value, unknownFields: outcome.unknownFields }
  const many = outcome.problems.length === 1 ? '1 problem' : `${outcome.problems.length} problems`
  const writer = writtenBy(value) === '' ? '' : `, written by Headroom${writtenBy(value)},`
  throw new AppError(reading.code, `${what}${writer} has ${many}.`, {
    problems: outcome.problems.slice(0, mostProblems),
    remedy: reading.remedy,
  })
}

/** @throws AppError `code` where a part of a run has a version that is not known here. `what` begins its sentence. */
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

/** Kind of a file by its own word; null where it says none. */
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

/** " 0.2.0", from the environment of the run; nothing where it tells none. */
function writtenBy(value: unknown): string {
  const version = fieldOf(fieldOf(value, 'environment'), 'headroomVersion')
  return typeof version === 'string' ? ` ${version.slice(0, 40)}` : ''
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
