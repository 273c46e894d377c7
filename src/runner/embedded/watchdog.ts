/**
 * The host's end of the watchdog: see watchdog-main.ts.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { AppError } from '../../contracts/app-error.ts'
import { readProcessStartTime } from '../host/process-identity.ts'
import { runnerEntryPath, runnerNodePath } from './runner-files.ts'

/** Something that must not outlive the run: told to the lease file and to the watchdog alike. */
export type WatchedResource =
  | { readonly kind: 'process'; readonly pid: number; readonly startTime: string }
  | { readonly kind: 'directory'; readonly path: string }

/** A running watchdog. */
export type Watchdog = {
  /** The watchdog's own process, for the lease file; null where its start time cannot be had. */
  readonly resource: WatchedResource | null
  watch(resource: WatchedResource): void
  /** Lets it look once more and end. */
  release(): Promise<void>
}

/** Its grace for processes, and some for a slow disk. */
const releaseTimeoutMs = 4_000

/**
 * Starts a watchdog in a session of its own, so that a signal to the host's group does not reach it.
 *
 * Where the system cannot start the process the run goes on without it: the lease file's sweep at the next start
 * remains. A script that is not there is another matter: the runner was built wrongly, and nothing would tell.
 *
 * @throws RUNNER_NOT_READY where its script is missing
 */
export function startWatchdog(scriptPath: string = runnerEntryPath('watchdog')): Watchdog {
  if (!existsSync(scriptPath)) throw scriptMissing(scriptPath)
  const child = spawn(runnerNodePath(), [scriptPath], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  })
  child.on('error', () => undefined)
  // A watchdog that was ended by someone makes the pipe fail; the host must not fail with it.
  child.stdin.on('error', () => undefined)
  child.unref()
  const startTime = child.pid === undefined ? null : readProcessStartTime(child.pid)
  return {
    resource: child.pid === undefined || startTime === null ? null : { kind: 'process', pid: child.pid, startTime },
    watch: (resource) => {
      child.stdin.write(`${JSON.stringify(resource)}\n`)
    },
    release: () => release(child),
  }
}

async function release(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      resolve()
    }, releaseTimeoutMs)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.ref()
    child.stdin?.end()
  })
}

function scriptMissing(scriptPath: string): AppError {
  return new AppError('RUNNER_NOT_READY', `A part of the runner is missing: ${scriptPath}.`, {
    remedy:
      'Make the runner ready again: npm start, or node scripts/build.mjs runner. A packaged app: install it again.',
  })
}
