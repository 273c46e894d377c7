/**
 * Connects a controller's WebSocket with a runner host. Each message is a line of the host's stdin or stdout. The host
 * is a process of its own, as for a local run, so its failure does not affect the agent.
 */
import { spawn } from 'node:child_process'
import type { WebSocket } from 'ws'
import { type Line, LineReader } from '../host/line-reader.ts'

/** Command line of a host. */
export type HostCommand = { readonly nodePath: string; readonly args: readonly string[] }

/** After this time without a message, the controller counts as lost. It sends a heartbeat every second. */
const controllerLostAfterMs = 15_000

/** The host is killed this long after the connection closed. Normally it cleans up and exits within 10 s. */
const hostExitTimeoutMs = 20_000

/** If more bytes than this wait for a controller that reads too slowly, its connection is terminated. */
const maxBufferedBytes = 64_000_000

/**
 * While more bytes than this wait for the controller, pings are not answered. Otherwise a controller that sends pings faster than
 * it reads would fill the memory with responses.
 */
const maxUnreadBytes = 1_000_000

/** Maximum size of a message of a host. It allows for a sample with the histograms of a thousand clients. */
const maxHostLineBytes = 50_000_000

const closeCodes = { normal: 1000, goingAway: 1001, unsupported: 1003, internal: 1011 } as const

/** The host of one controller. */
export type ServedHost = {
  /** Resolves when the host has exited and the next controller can be served. */
  readonly exited: Promise<void>
  /** Tells the controller that the agent is ending, and ends the host without waiting for the controller's answer. */
  end(): void
}

/** Serves one controller. */
export function serveController(socket: WebSocket, command: HostCommand, log: (text: string) => void): ServedHost {
  const host = spawn(command.nodePath, [...command.args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Ctrl-C must reach only the agent, which then ends the host in an orderly way.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  let isClosed = false
  let lostTimer: NodeJS.Timeout | undefined
  const restartLostTimer = () => {
    clearTimeout(lostTimer)
    if (!isClosed) lostTimer = setTimeout(() => socket.terminate(), controllerLostAfterMs)
  }
  const end = () => {
    if (isClosed) return
    isClosed = true
    clearTimeout(lostTimer)
    // To a host, a closed stdin means that the controller is lost. It then stops the load, cleans up and exits.
    host.stdin.end()
    const deadline = setTimeout(() => host.kill('SIGKILL'), hostExitTimeoutMs)
    host.once('close', () => clearTimeout(deadline))
  }
  restartLostTimer()
  host.stdin.on('error', () => undefined)
  host.stdin.on('drain', () => socket.resume())
  socket.on('message', (data, isBinary) => {
    restartLostTimer()
    if (isBinary) {
      socket.close(closeCodes.unsupported, 'messages are text')
      return
    }
    // A line break inside a message would split the message into two.
    const line = data.toString().replaceAll(/[\r\n]+/g, ' ')
    if (host.stdin.writable && !host.stdin.write(`${line}\n`)) socket.pause()
  })
  socket.on('ping', (data) => {
    if (socket.bufferedAmount <= maxUnreadBytes) socket.pong(data)
  })
  socket.on('error', (error) => log(`The connection failed: ${error.message}`))
  socket.once('close', end)
  forwardLines(host.stdout, socket)
  const exited = new Promise<void>((resolve) => {
    host.once('error', (error) => log(`The runner host could not be started: ${error.message}`))
    host.once('close', (code, signal) => {
      if (!isClosed) socket.close(code === 0 ? closeCodes.normal : closeCodes.internal, describe(code, signal))
      end()
      resolve()
    })
  })
  return {
    exited,
    end: () => {
      socket.close(closeCodes.goingAway, 'the agent ends')
      // A controller that hangs, or whose cable was pulled, never answers. The socket closes only after a time limit.
      end()
    },
  }
}

function forwardLines(stdout: NodeJS.ReadableStream, socket: WebSocket): void {
  const reader = new LineReader(maxHostLineBytes)
  stdout.on('data', (chunk: Buffer) => {
    for (const line of reader.push(chunk)) send(socket, line)
  })
}

function send(socket: WebSocket, line: Line): void {
  if (line.kind === 'too-long' || socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > maxBufferedBytes) socket.terminate()
  else socket.send(line.text)
}

function describe(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `the runner host exited with code ${code}` : `the runner host was ended by ${signal}`
}
