/**
 * Starts a runner host as a child process that exchanges lines of JSON over stdin and stdout.
 */

import { spawn } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'
import { AppError } from '../../contracts/app-error.ts'
import type { HostMessage } from '../../contracts/runner-protocol.ts'
import { makeReadyRemedy } from '../../contracts/setup-status.ts'
import { errorCodeOf } from '../files/file-error.ts'
import type { HostConnection, HostExit } from './host-connection.ts'
import { hostEnvironment } from './host-environment.ts'
import { LineReader, parseHostMessage } from './message-lines.ts'

/** The paths of the runner and of its state. */
export interface HostPlace {
  /** The Node executable that ships with the runner. */
  readonly nodePath: string
  /** The host's bundled script. */
  readonly scriptPath: string
  /** Folder of the leases by which a host finds what a killed host left. */
  readonly stateDirectory: string
}

const stderrTailCharacters = 4_000

/** Starts a host. Never throws; `exited` reports failures. */
export function startHostProcess(place: HostPlace, onMessage: (message: HostMessage) => void): HostConnection {
  const child = spawn(place.nodePath, [place.scriptPath, '--stdio', '--state-dir', place.stateDirectory], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: hostEnvironment(process.env),
    // With its own process group the host does not get Ctrl-C of a terminal. This program gets it and stops the host.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  let error: AppError | null = null
  let stderrTail = ''
  const fail = (failure: AppError) => {
    error ??= failure
    child.kill('SIGKILL')
  }
  readLines(child.stdout, onMessage, fail)
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    stderrTail = (stderrTail + piece).slice(-stderrTailCharacters)
  })
  // Writing fails if the host is gone, which `exited` reports.
  child.stdin.on('error', () => undefined)
  const exited = new Promise<HostExit>((resolve) => {
    child.once('error', (failure) => {
      error ??= cannotStart(failure, place)
      if (child.pid === undefined) resolve({ exitCode: null, signal: null, error, stderrTail })
    })
    // Listens for `close`, which follows the last byte of stdout. `exit` may come before it.
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal, error, stderrTail }))
  })
  return {
    send(message) {
      if (child.stdin.writable) child.stdin.write(`${JSON.stringify(message)}\n`)
    },
    disconnect: () => child.stdin.end(),
    kill: () => child.kill('SIGKILL'),
    exited,
  }
}

function readLines(
  stream: NodeJS.ReadableStream,
  onMessage: (message: HostMessage) => void,
  fail: (failure: AppError) => void,
): void {
  const decoder = new StringDecoder('utf8')
  const reader = new LineReader()
  let hasFailed = false
  stream.on('data', (bytes: Buffer) => {
    if (hasFailed) return
    try {
      for (const line of reader.push(decoder.write(bytes))) onMessage(parseHostMessage(line))
    } catch (failure) {
      hasFailed = true
      fail(AppError.from(failure))
    }
  })
}

function cannotStart(failure: Error, place: HostPlace): AppError {
  const isMissing = errorCodeOf(failure) === 'ENOENT'
  const why = isMissing ? `${place.nodePath} is missing` : failure.message
  return new AppError('RUNNER_NOT_READY', `The runner could not be started: ${why}.`, {
    cause: failure,
    remedy: makeReadyRemedy,
  })
}
