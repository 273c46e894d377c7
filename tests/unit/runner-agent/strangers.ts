/**
 * Peers of an agent that are no controllers, and that never close their end of a connection.
 */
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { onTestFinished } from 'vitest'
import { agentPath } from '../../../src/contracts/agent.ts'

/** A peer that keeps its connection open. */
export interface Stranger {
  readonly socket: Socket
  /** Resolves with the first bytes of a response; rejects if the connection closes without one. */
  readonly answered: Promise<string>
  readonly closed: Promise<void>
}

/** The request of a controller, with these headers in addition to those of a WebSocket. */
export function upgradeRequest(headers: readonly string[], path: string = agentPath): string {
  const usual = ['Host: agent', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const lines = [`GET ${path} HTTP/1.1`, ...usual, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', ...headers]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** What a peer sends after the TLS handshake. */
export const words = {
  wrongToken: upgradeRequest(['Authorization: Bearer this-is-not-the-token']),
  halfHeader: `GET ${agentPath} HTTP/1.1\r\nHost: agent\r\n`,
  plainRequest: 'GET / HTTP/1.1\r\nHost: agent\r\n\r\n',
  nothing: '',
} as const

/** Connects with TLS and sends `text`. `localAddress` is the address from which it connects. */
export function stranger(port: number, text: string, localAddress = '127.0.0.1'): Stranger {
  const at = { host: '127.0.0.1', port, localAddress, allowHalfOpen: true }
  const socket = connectTls({ ...at, rejectUnauthorized: false })
  socket.once('secureConnect', () => socket.write(text))
  return watched(socket)
}

/** Connects and never starts the TLS handshake. */
export function idleConnection(port: number): Stranger {
  return watched(connectTcp({ host: '127.0.0.1', port, allowHalfOpen: true }))
}

function watched(socket: Socket): Stranger {
  socket.on('error', () => undefined)
  onTestFinished(() => {
    socket.destroy()
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const answered = new Promise<string>((resolve, reject) => {
    socket.once('data', (data) => resolve(data.toString()))
    socket.once('close', () => reject(new Error('closed without an answer')))
  })
  answered.catch(() => undefined)
  return { socket, answered, closed }
}
