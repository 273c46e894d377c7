/**
 * Finds out whether a newer Headroom wrote a file or a stored record. Its fields would otherwise be reported as
 * misspelled, or the record as damaged. Runs have parts with versions of their own: see read-run.ts.
 */
import { AppError, type ErrorCode } from './app-error.ts'
import { observationSchemaVersion } from './observation.ts'

/** Newest version that this Headroom reads, by kind. Kinds that are not named here have version 1. */
const newestVersions: ReadonlyMap<string, number> = new Map([['headroom.observation', observationSchemaVersion]])

/** A version that this Headroom does not know. */
export interface NewerVersion {
  readonly version: number
  /** The newest version of this kind that this Headroom reads. */
  readonly newest: number
}

/** What to do with a file or a record of a newer version. */
export const newerRemedy = 'Open it with the Headroom that wrote it, or update this one. Nothing was changed.'

/** The version of a value of any kind but runs, if this Headroom is too old for it; otherwise null. */
export function newerVersionOf(value: unknown): NewerVersion | null {
  if (typeof value !== 'object' || value === null) return null
  const [kind, version]: unknown[] = [Reflect.get(value, 'kind'), Reflect.get(value, 'schemaVersion')]
  if (typeof kind !== 'string' || !kind.startsWith('headroom.') || kind.endsWith('run')) return null
  const newest = newestVersions.get(kind) ?? 1
  return typeof version === 'number' && Number.isInteger(version) && version > newest ? { version, newest } : null
}

/** Says which version a newer Headroom wrote, and which one this Headroom reads. The sentence follows its subject. */
export function newerSentence({ version, newest }: NewerVersion): string {
  return `was written by a newer Headroom: it has version ${version}, and this one reads version ${newest}.`
}

/** @param what subject of the error message @throws AppError `code` if this Headroom is too old for the value */
export function refuseNewerVersion(value: unknown, what: string, code: ErrorCode): void {
  const newer = newerVersionOf(value)
  if (newer !== null) throw new AppError(code, `${what} ${newerSentence(newer)}`, { remedy: newerRemedy })
}
