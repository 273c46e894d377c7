/**
 * The workbench's process: started, restarted within a bound, given its end of each port, closed in good time.
 *
 * Main hands out the ends and never reads what travels between them.
 */
import { type MessagePortMain, utilityProcess } from 'electron'
import type { ParentMessage, WorkbenchMessage } from '../contracts/parent-port.ts'
import { createRestartBound } from './restart-bound.ts'

const restartLimit = 3
const restartWindowMs = 60_000
/** A process without a live run has only its store to close. */
const idleCloseMs = 2_000
/** With one: stop the load, delete the run's topics, end the broker, keep the rest; the runner itself has 10 s. */
const liveCloseMs = 15_000

/** How main drives the workbench. */
export interface WorkbenchProcess {
  /** Gives the workbench one end of a channel to a page. */
  connect(port: MessagePortMain): void
  /** Asks it to keep what is live and waits, bounded; ends it in any case. */
  close(): Promise<void>
}

/** What main wants to know and how it starts. */
export interface WorkbenchOptions {
  readonly bundlePath: string
  readonly arguments: readonly string[]
  /** Called after an unexpected end; `isRestarted` is false when it ended too often. */
  onUnexpectedEnd(isRestarted: boolean): void
}

/** Starts the workbench. Needs a ready app. */
export function startWorkbench(options: WorkbenchOptions): WorkbenchProcess {
  const bound = createRestartBound(restartLimit, restartWindowMs, Date.now)
  let isRunLive = false
  let isClosing = false
  let onClosed = (): void => {}
  let child = fork()

  function fork(): Electron.UtilityProcess | null {
    const process = utilityProcess.fork(options.bundlePath, [...options.arguments], {
      serviceName: 'Headroom workbench',
      stdio: 'inherit',
    })
    process.on('message', (message: WorkbenchMessage) => {
      if (message.type === 'activity') isRunLive = message.isRunLive
      if (message.type === 'closed') onClosed()
    })
    process.once('exit', (code) => ended(code))
    return process
  }

  function ended(code: number): void {
    isRunLive = false
    child = null
    onClosed()
    if (isClosing) return
    console.error(`The workbench process ended unexpectedly with code ${code}.`)
    const isRestarted = bound.allows()
    if (isRestarted) child = fork()
    options.onUnexpectedEnd(isRestarted)
  }

  return {
    connect(port) {
      child?.postMessage({ type: 'connect' } satisfies ParentMessage, [port])
    },
    async close() {
      isClosing = true
      if (child === null) return
      const closed = new Promise<void>((resolve) => {
        onClosed = resolve
      })
      child.postMessage({ type: 'close' } satisfies ParentMessage)
      await Promise.race([closed, wait(isRunLive ? liveCloseMs : idleCloseMs)])
      child?.kill()
    },
  }
}

function wait(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs))
}
