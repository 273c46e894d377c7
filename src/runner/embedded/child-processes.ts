/**
 * Starts, watches and ends the child processes of an embedded cluster.
 */
import type { ChildProcess } from 'node:child_process'
import { readProcessStartTime } from '../host/process-start-time.ts'
import { settlesWithin } from '../worker/settles-within.ts'

/** Environment variables that a child receives. All others are withheld, because they may hold secrets. */
const passedVariables = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'SystemRoot', 'TEMP', 'TMP']

/**
 * Maximum wait for the exit of killed processes. No process can refuse SIGKILL, but the system frees a broker's memory
 * before it reports the exit. On a busy machine that took longer than 1.5 s.
 */
const killedExitMs = 20_000

/** A running child process, or one that has exited. */
export type WatchedChild = {
  readonly pid: number
  /** Resolves when the process has exited, with the predicate of a sentence such as "exited with code 1". */
  readonly exited: Promise<string>
  /** True once this process has received the exit event. */
  hasExited(): boolean
  /** True while the system lists the process. Unlike `hasExited`, it is right even if this process is too busy for events. */
  isRunning(): boolean
  signal(name: 'SIGTERM' | 'SIGKILL'): void
}

/** Returns the environment of a child, which has only `passedVariables`. */
export function childEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(passedVariables.flatMap((name) => (name in environment ? [[name, environment[name]]] : [])))
}

/** How a process ended, as the predicate of a sentence: "exited with code 1". */
function describeEnd(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === null) return `exited with code ${code}`
  // If the system ended the process for lack of memory, nothing else tells the user.
  const hint = signal === 'SIGKILL' ? ' (by someone, or by the system for lack of memory)' : ''
  return `was ended by ${signal}${hint}`
}

/**
 * Waits until a process has started, and then watches for its exit.
 *
 * Signals are sent through the child's handle. The system does not reuse the process id before this process has seen
 * the exit, so a signal cannot reach another process.
 *
 * @throws Error if the system cannot start the process
 */
export async function watchChild(child: ChildProcess): Promise<WatchedChild> {
  let hasExited = false
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      hasExited = true
      resolve(describeEnd(code, signal))
    })
  })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  const { pid } = child
  if (pid === undefined) throw new Error('the process has no id')
  // After the start, an error only means that a signal could not be sent.
  child.on('error', () => undefined)
  const startTime = readProcessStartTime(pid)
  return {
    pid,
    exited,
    hasExited: () => hasExited,
    // If the system reports no start time, only the event shows the exit.
    isRunning: () => !hasExited && (startTime === null || readProcessStartTime(pid) === startTime),
    signal: (name) => void child.kill(name),
  }
}

/**
 * Sends SIGTERM to all processes, and SIGKILL to those that still run after `graceMs`. Then waits until all have
 * exited.
 *
 * @param maxKilledMs longest wait for exits after SIGKILL
 * @returns ids of processes that still run
 */
export async function endChildren(
  children: readonly WatchedChild[],
  graceMs: number,
  maxKilledMs = killedExitMs,
): Promise<readonly number[]> {
  for (const child of children) child.signal('SIGTERM')
  const exits = Promise.all(children.map((child) => child.exited))
  await settlesWithin(exits, graceMs)
  for (const child of children) if (!child.hasExited()) child.signal('SIGKILL')
  await settlesWithin(exits, maxKilledMs)
  return children.filter((child) => child.isRunning()).map((child) => child.pid)
}
