/**
 * The process of the workbench: starts it, restarts it within a limit, gives it its end of each port, and closes it.
 *
 * Main passes the ports on and never reads their messages.
 */
import { type MessagePortMain, utilityProcess } from 'electron'
import type { ParentMessage, WorkbenchMessage } from '../contracts/parent-port.ts'
import type { PrintJob } from '../contracts/print-job.ts'
import { sealSecret, unsealSecret } from './keychain.ts'
import { createRestartBound } from './restart-bound.ts'

const restartLimit = 3
const restartWindowMs = 60_000
/** Time limit for closing without a live run: only the store has to be closed. */
const idleCloseMs = 2_000
/**
 * Time limit with a live run: stop the load, delete topics, end the broker, store the run. The runner itself has 10 s.
 */
const liveCloseMs = 15_000

/** How main drives the workbench. */
export interface WorkbenchProcess {
  /** Gives the workbench one end of a channel; the other end belongs to a page. */
  connect(port: MessagePortMain): void
  /** Lets the workbench stop and store a live run, within a time limit, and ends it in any case. */
  close(): Promise<void>
}

/** How the process is started, and callbacks. */
export interface WorkbenchOptions {
  readonly bundlePath: string
  readonly arguments: readonly string[]
  /** Called after an unexpected end; `isRestarted` is false if it ended too often. */
  onUnexpectedEnd(isRestarted: boolean): void
  /** Prints a report; rejects with the reason if that fails. */
  print(job: PrintJob): Promise<void>
}

/** Starts the workbench. Needs a ready app. */
export function startWorkbench(options: WorkbenchOptions): WorkbenchProcess {
  return new RestartedWorkbench(options)
}

class RestartedWorkbench implements WorkbenchProcess {
  private readonly options: WorkbenchOptions
  private readonly bound = createRestartBound(restartLimit, restartWindowMs, Date.now)
  private child: Electron.UtilityProcess | null
  private isRunLive = false
  private isClosing = false
  private onClosed = (): void => {}

  constructor(options: WorkbenchOptions) {
    this.options = options
    this.child = this.fork()
  }

  connect(port: MessagePortMain): void {
    this.child?.postMessage({ type: 'connect' } satisfies ParentMessage, [port])
  }

  async close(): Promise<void> {
    this.isClosing = true
    if (this.child === null) return
    const closed = new Promise<void>((resolve) => {
      this.onClosed = resolve
    })
    this.child.postMessage({ type: 'close' } satisfies ParentMessage)
    await Promise.race([closed, wait(this.isRunLive ? liveCloseMs : idleCloseMs)])
    this.child?.kill()
  }

  private fork(): Electron.UtilityProcess {
    const child = utilityProcess.fork(this.options.bundlePath, [...this.options.arguments], {
      serviceName: 'Headroom workbench',
      stdio: 'inherit',
    })
    child.on('message', (message: WorkbenchMessage) => {
      if (message.type === 'activity') this.isRunLive = message.isRunLive
      if (message.type === 'closed') this.onClosed()
      if (message.type === 'print') void this.print(child, message.id, message.job)
      if (message.type === 'seal') answerSecret(child, message.id, sealSecret(message.text))
      if (message.type === 'unseal') answerSecret(child, message.id, unsealSecret(message.text))
    })
    child.once('exit', (code) => this.ended(code))
    return child
  }

  private async print(child: Electron.UtilityProcess, id: number, job: PrintJob): Promise<void> {
    const problem = await this.options.print(job).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    // If the process was replaced meanwhile, its answer is not needed any more.
    if (child === this.child) child.postMessage({ type: 'printed', id, problem } satisfies ParentMessage)
  }

  private ended(code: number): void {
    this.isRunLive = false
    this.child = null
    this.onClosed()
    if (this.isClosing) return
    console.error(`The workbench process ended unexpectedly with code ${code}.`)
    const isRestarted = this.bound.allows()
    if (isRestarted) this.child = this.fork()
    this.options.onUnexpectedEnd(isRestarted)
  }
}

function answerSecret(child: Electron.UtilityProcess, id: number, text: string | null): void {
  child.postMessage({ type: 'secret', id, text } satisfies ParentMessage)
}

function wait(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs))
}
