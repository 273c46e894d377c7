/**
 * Child processes of an embedded cluster: their environment, their identity, their end.
 */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** Variables that a child needs of its surroundings; nothing else of the user's environment reaches it. */
const passedVariables = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'SystemRoot', 'TEMP', 'TMP']

/** A child that can be asked for its end more than once. */
export type WatchedChild = {
  readonly pid: number
  /** Resolves once, with a sentence's end: "exited with code 1". */
  readonly exited: Promise<string>
  hasExited(): boolean
  signal(name: 'SIGTERM' | 'SIGKILL'): void
}

/** The environment for a child: from an allow-list. */
export function childEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(passedVariables.flatMap((name) => (name in environment ? [[name, environment[name]]] : [])))
}

/**
 * Waits for a process to be started and watches its end.
 *
 * Signals go through the child's handle: the system keeps its id until its exit was noticed here, so they cannot hit
 * another process.
 *
 * @throws Error where the system cannot start it
 */
export async function watchChild(child: ChildProcess): Promise<WatchedChild> {
  let hasExited = false
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      hasExited = true
      resolve(signal === null ? `exited with code ${code}` : `was ended by ${signal}`)
    })
  })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  const { pid } = child
  if (pid === undefined) throw new Error('the process has no id')
  // Later errors are those of a failed signal: the exit tells the rest.
  child.on('error', () => undefined)
  return { pid, exited, hasExited: () => hasExited, signal: (name) => void child.kill(name) }
}

/**
 * Ends processes: SIGTERM to all, then SIGKILL to those that live on after the grace.
 *
 * @returns whether all are gone
 */
export async function endChildren(children: readonly WatchedChild[], graceMs: number): Promise<boolean> {
  for (const child of children) child.signal('SIGTERM')
  await waitForExits(children, graceMs)
  for (const child of children) if (!child.hasExited()) child.signal('SIGKILL')
  await waitForExits(children, graceMs)
  return children.every((child) => child.hasExited())
}

async function waitForExits(children: readonly WatchedChild[], timeoutMs: number): Promise<void> {
  const timeout = new AbortController()
  const all = Promise.all(children.map((child) => child.exited))
  await Promise.race([all, sleep(timeoutMs, undefined, { signal: timeout.signal }).catch(() => undefined)])
  timeout.abort()
}
