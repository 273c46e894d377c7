/**
 * One worker as a child process: orders in, answers out, and how it went away.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { readProcessStartTime } from './process-identity.ts'
import type { WorkerAnswer, WorkerOrder } from './worker-messages.ts'

/** How a worker went away. `isCrash`: nobody asked it to. */
export type WorkerExit = {
  readonly isCrash: boolean
  /** The end of a sentence: "was killed by SIGSEGV (a crash of native code)". */
  readonly how: string
  /** The last lines that it wrote to stderr. */
  readonly stderrTail: string
}

const stderrTailCharacters = 2_000

/** Variables that a worker needs of its surroundings; nothing else of the environment reaches it. */
const passedVariables = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']

/** libuv threads beyond one for each client: the addon's blocking calls must not wait for each other. */
const spareThreads = 4

/** The worker's script: beside the host's bundle, or its source where the host runs from sources. */
function workerPath(): string {
  const isFromSources = import.meta.url.endsWith('.ts')
  return fileURLToPath(new URL(isFromSources ? '../worker/main.ts' : 'worker.mjs', import.meta.url))
}

/** A running worker. */
export class WorkerProcess {
  readonly workerId: string
  /** Resolves once, when the process is gone. */
  readonly exited: Promise<WorkerExit>
  private readonly child: ChildProcess
  private isClosed = false
  private isKilled = false
  private stderrTail = ''

  constructor(workerId: string, clients: number, onAnswer: (answer: WorkerAnswer) => void) {
    this.workerId = workerId
    this.child = fork(workerPath(), [], {
      // Options of the host's own start are not the worker's.
      execArgv: [],
      env: { ...workerEnvironment(), UV_THREADPOOL_SIZE: String(spareThreads + clients) },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      this.stderrTail = (this.stderrTail + piece).slice(-stderrTailCharacters)
    })
    this.child.on('message', (message) => {
      // Sent by a worker of the same build alone.
      const answer = message as WorkerAnswer
      if (answer.type === 'closed') this.isClosed = true
      onAnswer(answer)
    })
    this.exited = new Promise((resolve) => {
      this.child.once('error', (error) => resolve(this.exitOf(`could not be started: ${error.message}`)))
      this.child.once('exit', (code, signal) => resolve(this.exitOf(describeExit(code, signal))))
    })
  }

  /** Process id; null where the process could not be started. */
  get pid(): number | null {
    return this.child.pid ?? null
  }

  /** When it started, for the lease; null where that cannot be had. */
  get startTime(): string | null {
    return this.pid === null ? null : readProcessStartTime(this.pid)
  }

  send(order: WorkerOrder): void {
    // A failed send means that it is gone: `exited` tells.
    if (this.child.connected) this.child.send(order, () => undefined)
  }

  /** Ends it now. */
  kill(): void {
    this.isKilled = true
    this.child.kill('SIGKILL')
  }

  private exitOf(how: string): WorkerExit {
    return { isCrash: !this.isClosed && !this.isKilled, how, stderrTail: this.stderrTail.trim() }
  }
}

/** How a process ended, exit and crash told apart. */
export function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === 'SIGSEGV' || signal === 'SIGABRT' || signal === 'SIGBUS' || signal === 'SIGILL') {
    return `crashed (${signal} in native code)`
  }
  if (signal === 'SIGKILL') return 'was killed (SIGKILL; by someone, or by the system for want of memory)'
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

/** The end of a sentence about a worker that went away, with its last words. */
export function describeCrash({ how, stderrTail }: WorkerExit): string {
  const lastLine = stderrTail.split('\n').findLast((line) => line.trim() !== '')
  return lastLine === undefined ? how : `${how}; its last words: ${lastLine.trim().slice(0, 200)}`
}
