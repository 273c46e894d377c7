/**
 * The workbench's log: what was not expected, with its cause, for people who look for a fault. Never a secret.
 */
import { appendFileSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from './files/make-folder.ts'

/** Where the log of a workspace lies. */
export function logPath(workspacePath: string): string {
  return join(workspacePath, 'logs', 'headroom.log')
}

const largestLogBytes = 2_000_000

/** Appends one entry. A log that cannot be written never stops what it tells about. */
export function writeLog(workspacePath: string, message: string, error?: unknown): void {
  const path = logPath(workspacePath)
  try {
    makeFolder(dirname(path))
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > largestLogBytes) renameSync(path, `${path}.1`)
    appendFileSync(path, `${new Date().toISOString()} ${message}${error === undefined ? '' : `\n${details(error)}`}\n`)
  } catch {
    // Nothing better can be done: stderr may be a terminal in use, and the error itself reaches the caller anyway.
  }
}

function details(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error.stack ?? `${error.name}: ${error.message}`
  return error.cause === undefined ? own : `${own}\ncaused by ${details(error.cause)}`
}
