/**
 * Runs one worker as a child process, exchanges messages with it, and reports how it exited.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { readProcessStartTime } from './process-start-time.ts'
import type { WorkerCommand, WorkerMessage } from './worker-messages.ts'

/** How a worker exited. */
export type WorkerExit = {
  /** True if the worker was not asked to exit. */
  readonly isCrash: boolean
  /** Predicate of a sentence about the worker, such as "crashed (SIGSEGV in native code)". */
  readonly how: string
  /** The last characters that the worker wrote to stderr. */
  readonly stderrTail: string
}

const stderrTailCharacters = 2_000

/** Environment variables that a worker receives. All others are withheld, because they may hold secrets. */
const passedVariables = ['HEADROOM_LOOP', 'PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']

/**
 * libuv threads in addition to one per client. A call of the addon blocks its thread, and no client must wait for
 * another client's call.
 */
const spareThreads = 4

/** Path of the worker's script: a bundle beside the host's bundle, or the source file if the host runs from sources. */
function workerPath(): string {
  const isFromSources = import.meta.url.endsWith('.ts')
  return fileURLToPath(new URL(isFromSources ? '../worker/main.ts' : 'worker.mjs', import.meta.url))
}

/** A running worker. */
export class WorkerProcess {
  readonly workerId: string
  /** Resolves when the process has exited. */
  readonly exited: Promise<WorkerExit>
  private readonly child: ChildProcess
  private isClosed = false
  private isKilled = false
  private stderrTail = ''

  /** @param clients number of its clients, which determines the size of the thread pool */
  constructor(workerId: string, clients: number, onMessage: (message: WorkerMessage) => void) {
    this.workerId = workerId
    this.child = fork(workerPath(), [], {
      // The host's own Node options must not apply to workers.
      execArgv: [],
      env: { ...workerEnvironment(), UV_THREADPOOL_SIZE: String(spareThreads + clients) },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      this.stderrTail = (this.stderrTail + piece).slice(-stderrTailCharacters)
    })
    this.child.on('message', (value) => {
      // Messages are not checked, because the worker is of the same build.
      const message = value as WorkerMessage
      if (message.type === 'closed') this.isClosed = true
      onMessage(message)
    })
    this.exited = new Promise((resolve) => {
      this.child.once('error', (error) => resolve(this.exitOf(`could not be started: ${error.message}`)))
      this.child.once('exit', (code, signal) => resolve(this.exitOf(describeExit(code, signal))))
    })
  }

  /** Process id; null if the process could not be started. */
  get pid(): number | null {
    return this.child.pid ?? null
  }

  /** Start time of the process, for the lease; null if it is unknown. */
  get startTime(): string | null {
    return this.pid === null ? null : readProcessStartTime(this.pid)
  }

  send(command: WorkerCommand): void {
    // Sending fails only if the worker has exited, and `exited` reports that.
    if (this.child.connected) this.child.send(command, () => undefined)
  }

  /** Kills the process. */
  kill(): void {
    this.isKilled = true
    this.child.kill('SIGKILL')
  }

  private exitOf(how: string): WorkerExit {
    return { isCrash: !this.isClosed && !this.isKilled, how, stderrTail: this.stderrTail.trim() }
  }
}

/** Predicate of a sentence that says whether a process exited, was killed, or crashed in native code. */
export function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === 'SIGSEGV' || signal === 'SIGABRT' || signal === 'SIGBUS' || signal === 'SIGILL') {
    return `crashed (${signal} in native code)`
  }
  if (signal === 'SIGKILL') return 'was killed (SIGKILL; by someone, or by the system for lack of memory)'
  if (signal !== null) return `was ended by ${signal}`
  return `exited with code ${code}`
}

function workerEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    passedVariables.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Predicate of a sentence about a worker that exited, with the last line of its stderr. */
export function describeCrash({ how, stderrTail }: WorkerExit): string {
  const lastLine = stderrTail.split('\n').findLast((line) => line.trim() !== '')
  return lastLine === undefined ? how : `${how}; its last line: ${lastLine.trim().slice(0, 200)}`
}
