/**
 * The log of the workbench: unexpected errors with their causes, for finding faults. It never contains a secret.
 */
import { appendFileSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from './files/make-folder.ts'

/** The path of the log in a workspace. */
export function logPath(workspacePath: string): string {
  return join(workspacePath, 'logs', 'headroom.log')
}

const largestLogBytes = 2_000_000

/** Appends one entry. Never throws, also if the log cannot be written. */
export function writeLog(workspacePath: string, message: string, error?: unknown): void {
  const path = logPath(workspacePath)
  try {
    makeFolder(dirname(path))
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > largestLogBytes) renameSync(path, `${path}.1`)
    appendFileSync(path, `${new Date().toISOString()} ${message}${error === undefined ? '' : `\n${details(error)}`}\n`)
  } catch {
    // Ignored: stderr may be a terminal in use, and the caller gets the logged error anyway.
  }
}

function details(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error.stack ?? `${error.name}: ${error.message}`
  return error.cause === undefined ? own : `${own}\ncaused by ${details(error.cause)}`
}
