/**
 * Starts the workbench process, restarts it after crashes up to a limit, and closes it.
 *
 * Page and workbench talk over a channel of their own: main passes each of them one end and never reads its messages. Main
 * answers only what needs Electron: printing, the keychain, and which paths the user chose.
 */
import { type MessagePortMain, utilityProcess } from 'electron'
import type { ParentMessage, WorkbenchMessage } from '../contracts/parent-port.ts'
import type { PrintJob } from '../contracts/print-job.ts'
import { sealSecret, unsealSecret } from './keychain.ts'
import { createRestartBound } from './restart-bound.ts'
import type { WorkbenchEnd } from './workbench-state.ts'

/** A crashed workbench is restarted at most this often within `restartPeriodMs`. */
const maxRestarts = 3
const restartPeriodMs = 60_000
/**
 * Time limit for closing without a live run, when only the last draft must be stored and the store closed. It takes
 * milliseconds, unless the machine is busy or the workbench hangs. A workbench that is killed too early loses the draft.
 */
const idleCloseMs = 10_000
/**
 * Time limit for closing during a live run. The load must be stopped, topics deleted, brokers ended and the run stored;
 * the runner's part takes up to 10 s.
 */
const liveCloseMs = 15_000

/** The workbench process as main sees it. */
export interface WorkbenchProcess {
  /**
   * Passes one end of a channel to the workbench; the page has the other end.
   * @returns false if there is no workbench, because it crashed too often to be restarted
   */
  connect(port: MessagePortMain): boolean
  /** Asks the workbench to stop and store a live run and to exit. Ends its process if that exceeds a time limit. */
  close(): Promise<void>
}

/** How the workbench process is started, and what main does for it. */
export interface WorkbenchOptions {
  readonly bundlePath: string
  readonly arguments: readonly string[]
  /** Called after the process has ended unexpectedly. */
  onUnexpectedEnd(end: WorkbenchEnd): void
  /** True if the user chose this file or folder in a dialog. */
  isGranted(kind: 'file' | 'folder', path: string): boolean
  /** Prints a report. Rejects with the reason if printing fails. */
  print(job: PrintJob): Promise<void>
}

/** Starts the workbench. Call it when the app is ready. */
export function startWorkbench(options: WorkbenchOptions): WorkbenchProcess {
  return new RestartingWorkbench(options)
}

class RestartingWorkbench implements WorkbenchProcess {
  private readonly options: WorkbenchOptions
  private readonly restartBound = createRestartBound(maxRestarts, restartPeriodMs, Date.now)
  private child: Electron.UtilityProcess | null
  private isRunLive = false
  private isClosing = false
  private onClosed = (): void => {}

  constructor(options: WorkbenchOptions) {
    this.options = options
    this.child = this.fork()
  }

  connect(port: MessagePortMain): boolean {
    this.child?.postMessage({ type: 'connect' } satisfies ParentMessage, [port])
    return this.child !== null
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
      if (message.type === 'seal') sendSecret(child, message.id, sealSecret(message.text))
      if (message.type === 'unseal') sendSecret(child, message.id, unsealSecret(message.text))
      if (message.type === 'is-granted') {
        const isGranted = this.options.isGranted(message.kind, message.path)
        child.postMessage({ type: 'granted', id: message.id, isGranted } satisfies ParentMessage)
      }
    })
    child.once('exit', (code) => this.onExit(code))
    return child
  }

  private async print(child: Electron.UtilityProcess, id: number, job: PrintJob): Promise<void> {
    const problem = await this.options.print(job).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    // If the process was restarted meanwhile, the new one does not expect this response.
    if (child === this.child) child.postMessage({ type: 'printed', id, problem } satisfies ParentMessage)
  }

  private onExit(code: number): void {
    const wasRunLive = this.isRunLive
    this.isRunLive = false
    this.child = null
    this.onClosed()
    if (this.isClosing) return
    console.error(`The workbench process ended unexpectedly with code ${code}.`)
    const isRestarted = this.restartBound.allows()
    if (isRestarted) this.child = this.fork()
    this.options.onUnexpectedEnd({ isRestarted, wasRunLive })
  }
}

function sendSecret(child: Electron.UtilityProcess, id: number, text: string | null): void {
  child.postMessage({ type: 'secret', id, text } satisfies ParentMessage)
}

function wait(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs))
}
