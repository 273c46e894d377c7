/**
 * Writes the workbench's log: unexpected errors with their causes. What looks like a secret is removed, because an error may
 * quote the input that could not be read.
 */
import { appendFileSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withoutSecrets } from '../contracts/without-secrets.ts'
import { makePrivateFile, makePrivateFolder } from './files/private-files.ts'

/** Returns the path of the log in a workspace. */
export function logPath(workspacePath: string): string {
  return join(workspacePath, 'logs', 'headroom.log')
}

/** A log larger than this is renamed before the next entry. The renamed file replaces the one before. */
const maxLogBytes = 2_000_000

/** Maximum length of an entry. The rest of a longer one is left out. */
const maxEntryCharacters = 100_000

/** Appends one entry. Never throws, also if the log cannot be written. */
export function writeLog(workspacePath: string, message: string, error?: unknown): void {
  const path = logPath(workspacePath)
  try {
    makePrivateFolder(workspacePath)
    makePrivateFolder(dirname(path))
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) renameSync(path, `${path}.1`)
    makePrivateFile(path)
    const entry = `${message}${error === undefined ? '' : `\n${details(error)}`}`.slice(0, maxEntryCharacters)
    appendFileSync(path, `${new Date().toISOString()} ${withoutSecrets(entry)}\n`)
  } catch {
    // A failure to log is ignored. stderr may be a terminal in use, and the caller gets the logged error anyway.
  }
}

function details(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const text = error.stack ?? `${error.name}: ${error.message}`
  return error.cause === undefined ? text : `${text}\ncaused by ${details(error.cause)}`
}
