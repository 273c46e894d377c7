/**
 * Starts the watchdog (watchdog-main.ts) and sends it the processes and folders that must not outlive the host.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { AppError } from '../../contracts/app-error.ts'
import { makeReadyRemedy } from '../../contracts/setup-status.ts'
import { readProcessStartTime } from '../host/process-start-time.ts'
import { removeClusterFolder } from './remove-cluster-folder.ts'
import { runnerEntryPath, runnerNodePath } from './runner-files.ts'

/** A process or folder that must not outlive the host. It is recorded in the lease file and sent to the watchdog. */
export type WatchedResource =
  | { readonly kind: 'process'; readonly pid: number; readonly startTime: string }
  | { readonly kind: 'directory'; readonly path: string }

/** A running watchdog. */
export type Watchdog = {
  /** The watchdog's own process, for the lease file; null if its start time is unknown. */
  readonly resource: WatchedResource | null
  watch(resource: WatchedResource): void
  /** Lets the watchdog remove what still exists, and waits until the watchdog has exited. */
  release(): Promise<void>
}

/** Time for the watchdog to exit: its own grace period for processes (2 s), and time to remove folders on a slow disk. */
const releaseTimeoutMs = 4_000

/**
 * Starts a watchdog in a session of its own, so that signals to the host's process group do not reach it.
 *
 * If the system cannot start the process, the run goes on without it, because the next host still sweeps the lease
 * file. A missing script is an error, because then the runner was built wrongly.
 *
 * @throws AppError RUNNER_NOT_READY if the script is missing
 */
export function startWatchdog(scriptPath: string = runnerEntryPath('watchdog')): Watchdog {
  if (!existsSync(scriptPath)) throw scriptMissing(scriptPath)
  const child = spawn(runnerNodePath(), [scriptPath], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  })
  child.on('error', () => undefined)
  // If someone kills the watchdog, writing to its pipe fails, but the host must continue.
  child.stdin.on('error', () => undefined)
  child.unref()
  const folders: string[] = []
  const startTime = child.pid === undefined ? null : readProcessStartTime(child.pid)
  return {
    resource: child.pid === undefined || startTime === null ? null : { kind: 'process', pid: child.pid, startTime },
    watch: (resource) => {
      if (resource.kind === 'directory') folders.push(resource.path)
      child.stdin.write(`${JSON.stringify(resource)}\n`)
    },
    release: async () => {
      if (await waitForExit(child)) return
      // The watchdog was killed, because it took too long: on a busy machine it may not even have started. So its folders are
      // removed here.
      for (const folder of folders) await removeClusterFolder(folder)
    },
  }
}

/** Closes the watchdog's pipe and waits until it has exited. @returns false if it had to be killed */
async function waitForExit(child: ChildProcess): Promise<boolean> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return true
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      resolve(false)
    }, releaseTimeoutMs)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve(true)
    })
    child.ref()
    child.stdin?.end()
  })
}

function scriptMissing(scriptPath: string): AppError {
  return new AppError('RUNNER_NOT_READY', `A part of the runner is missing: ${scriptPath}.`, {
    remedy: makeReadyRemedy,
  })
}
