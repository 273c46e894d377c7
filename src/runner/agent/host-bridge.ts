/**
 * One controller's WebSocket and the runner host that serves it: a message is a line. The host is a process of its own,
 * the same as on a machine that runs the load itself, so that whatever happens to it leaves the agent standing.
 */
import { spawn } from 'node:child_process'
import type { WebSocket } from 'ws'
import { type Line, LineReader } from '../host/line-reader.ts'

/** How a host is started. */
export type HostCommand = { readonly nodePath: string; readonly args: readonly string[] }

/** A controller that says nothing for so long is gone: it sends a heartbeat every second. */
const silentMs = 15_000

/** From a closed connection to a host that must be gone: it cleans up within ten seconds. */
const exitMs = 20_000

/** What may wait for a controller that reads too slowly. */
const mostBufferedBytes = 64_000_000

/** Samples with histograms of a thousand clients. */
const longestHostLineBytes = 50_000_000

const closeCodes = { normal: 1000, unsupported: 1003, internal: 1011 } as const

/** Serves one controller. Resolves when its host is gone and another may come. */
export function serveController(socket: WebSocket, command: HostCommand, log: (text: string) => void): Promise<void> {
  const host = spawn(command.nodePath, [...command.args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Ctrl-C must reach the agent alone, which then ends the host in order.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  let isClosed = false
  let silence: NodeJS.Timeout | undefined
  const listen = () => {
    clearTimeout(silence)
    if (!isClosed) silence = setTimeout(() => socket.terminate(), silentMs)
  }
  const end = () => {
    if (isClosed) return
    isClosed = true
    clearTimeout(silence)
    // A host takes a closed stdin as a lost controller: it stops the load, deletes what the run made, and exits.
    host.stdin.end()
    const deadline = setTimeout(() => host.kill('SIGKILL'), exitMs)
    host.once('close', () => clearTimeout(deadline))
  }
  listen()
  host.stdin.on('error', () => undefined)
  host.stdin.on('drain', () => socket.resume())
  socket.on('message', (data, isBinary) => {
    listen()
    if (isBinary) {
      socket.close(closeCodes.unsupported, 'messages are text')
      return
    }
    // A line end inside a message would make two of it.
    const line = data.toString().replaceAll(/[\r\n]+/g, ' ')
    if (host.stdin.writable && !host.stdin.write(`${line}\n`)) socket.pause()
  })
  socket.on('error', (error) => log(`The connection failed: ${error.message}`))
  socket.once('close', end)
  passOn(host.stdout, socket)
  return new Promise((resolve) => {
    host.once('error', (error) => log(`The runner host could not be started: ${error.message}`))
    host.once('close', (code, signal) => {
      if (!isClosed) socket.close(code === 0 ? closeCodes.normal : closeCodes.internal, describe(code, signal))
      end()
      resolve()
    })
  })
}

function passOn(stdout: NodeJS.ReadableStream, socket: WebSocket): void {
  const reader = new LineReader(longestHostLineBytes)
  stdout.on('data', (chunk: Buffer) => {
    for (const line of reader.push(chunk)) send(socket, line)
  })
}

function send(socket: WebSocket, line: Line): void {
  if (line.kind === 'too-long' || socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > mostBufferedBytes) socket.terminate()
  else socket.send(line.text)
}

function describe(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `the runner host exited with code ${code}` : `the runner host was ended by ${signal}`
}
